// The same table as test/architecture.test.ts, checked on what each import really resolves to.
const { levels, doors } = require('./test/support/architecture/laws.json');

const escaped = (text) => text.replaceAll('.', '\\.');
const oneOf = (names) => `(?:${names.map(escaped).join('|')})`;
const folders = Object.keys(levels);

const layerRules = folders.map((folder) => ({
  name: `${folder}-imports-lower-layers-only`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    path: `^src/${oneOf(folders.filter((other) => other !== folder && levels[other] >= levels[folder]))}/`,
  },
}));

const doorRules = Object.entries(doors).map(([name, allowed]) => ({
  name: `${name}-has-one-door`,
  severity: 'error',
  from: { path: '^(?:src|workers)/', pathNot: `^${oneOf(allowed)}` },
  to: { path: `^(?:node:|node_modules/)?${name}(?:/|$)` },
}));

const error = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    ...layerRules.filter((rule) => rule.to.path !== '^src/(?:)/'),
    ...doorRules,
    error('no-cycles', {}, { circular: true }),
    error('no-unresolvable', {}, { couldNotResolve: true }),
    error(
      'no-dev-dependency',
      {},
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    error('workers-import-pool-only', { path: '^workers/' }, { pathNot: '^src/pool/' }),
    error('workers-are-loaded-not-imported', { path: '^src/' }, { path: '^workers/' }),
    error('index-leaves-cli-out', { path: '^src/index\\.ts$' }, { path: '^src/cli/' }),
    error('index-is-the-outer-door', { pathNot: '^src/cli/' }, { path: '^src/index\\.ts$' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
