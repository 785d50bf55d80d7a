// Changes made to be hard, the same in every run.
import type { FileChange, FileSide } from '../../src/diff/file-change.ts';
import { sideOf, submoduleAt } from './diff-oracle.ts';

/** All of them, in git's order. */
export function nastyChanges(): FileChange[] {
  const changes = [
    ...finalNewlines(),
    ...binaries(),
    ...modesAndTypes(),
    ...oddNames(),
    ...lineShapes(),
    ...randomEdits(),
    ...expensiveEdits(),
  ].filter(({ before, after }) => before?.mode !== after?.mode || before?.oid !== after?.oid);
  return changes.sort((left, right) => Buffer.compare(left.path, right.path));
}

interface Sides {
  readonly before?: FileSide;
  readonly after?: FileSide;
}

function change(path: string | Uint8Array, sides: Sides): FileChange {
  return { path: typeof path === 'string' ? Buffer.from(path) : path, ...sides };
}

function edit(path: string, before: string | Uint8Array, after: string | Uint8Array): FileChange {
  return change(path, { before: sideOf(before), after: sideOf(after) });
}

function finalNewlines(): FileChange[] {
  const middle = Array.from({ length: 9 }, (_, index) => `line ${index}\n`).join('');
  const pairs = ['', '\n'].flatMap((old) => ['', '\n'].map((young) => [old, young] as const));
  const edits = pairs.flatMap(([old, young], index) => [
    edit(`newline/last-${index}`, `a\nb\nold${old}`, `a\nb\nnew${young}`),
    edit(`newline/same-${index}`, `a\nb\nsame${old}`, `A\nb\nsame${young}`),
    edit(`newline/far-${index}`, `first\n${middle}end${old}`, `FIRST\n${middle}end${young}`),
    edit(`newline/context-${index}`, `first\na\nb\nend${old}`, `FIRST\na\nb\nend${young}`),
    edit(`newline/grow-${index}`, `a${old}`, `a\nb\nc${young}`),
    edit(`newline/shrink-${index}`, `a\nb\nc${old}`, `a${young}`),
  ]);
  return [
    ...edits,
    edit('newline/from-empty', '', 'x'),
    edit('newline/to-empty', 'x', ''),
    edit('newline/empty-to-line', '', '\n'),
    change('newline/create-empty', { after: sideOf('') }),
    change('newline/delete-empty', { before: sideOf('') }),
    change('newline/create', { after: sideOf('one\ntwo') }),
    change('newline/delete', { before: sideOf('one\ntwo\n') }),
    change('newline/create-one', { after: sideOf('one') }),
  ];
}

function binaries(): FileChange[] {
  const random = randomFrom(11);
  const sizes = [1, 3, 4, 5, 26, 27, 51, 52, 53, 103, 104, 105, 1000, 8001, 70_000];
  const made = sizes.map((size) => {
    const bytes = Uint8Array.from({ length: size }, () => random(256));
    bytes[random(Math.min(size, 8000))] = 0;
    return { size, bytes };
  });
  const oneByte = made.map(({ size, bytes }) => {
    const other = Uint8Array.from(bytes);
    other[size - 1] = (other[size - 1] ?? 0) ^ 0x55;
    other[0] = 0;
    return change(`binary/edit-${size}`, { before: sideOf(bytes), after: sideOf(other) });
  });
  const text = Buffer.alloc(8001, 'x');
  const lateNul = Buffer.concat([Buffer.alloc(8000, 'x'), Buffer.from([0])]);
  const lastNul = Buffer.concat([Buffer.alloc(7999, 'x'), Buffer.from([0])]);
  return [
    ...oneByte,
    ...made.flatMap(({ size, bytes }, index) => [
      change(`binary/create-${size}`, { after: sideOf(bytes) }),
      change(`binary/delete-${size}`, { before: sideOf(bytes) }),
      edit(`binary/from-empty-${size}`, '', bytes),
      edit(`binary/swap-${size}`, bytes, made.at(index - 1)?.bytes ?? ''),
    ]),
    edit('binary/nul-at-8000', text, lateNul),
    edit('binary/nul-at-7999', text, lastNul),
    edit('binary/text-to-binary', 'text\n', Buffer.from('bin\0ary')),
    edit('binary/zeros', Buffer.alloc(100_000), Buffer.alloc(100_001)),
    change('binary/mode', {
      before: sideOf('a\0b'),
      after: sideOf('a\0b', '100755'),
    }),
  ];
}

/** Binaries of 5 MB, apart from the others as each takes a second. */
export function largeBinaries(): FileChange[] {
  const random = randomFrom(13);
  const large = Buffer.from(Uint8Array.from({ length: 5_000_000 }, () => random(256)));
  const middle = large.length / 2;
  const edited = [large.subarray(0, middle), Buffer.from('between'), large.subarray(middle)];
  return [
    change('binary/large-create', { after: sideOf(large) }),
    edit('binary/large-edit', large, Buffer.concat(edited)),
  ];
}

function modesAndTypes(): FileChange[] {
  const file = sideOf('content\n');
  const script = sideOf('content\n', '100755');
  const link = sideOf('target/of/link', '120000');
  const module = submoduleAt('1'.repeat(40));
  const nextModule = submoduleAt('2'.repeat(40));
  return [
    change('mode/up', { before: file, after: script }),
    change('mode/down', { before: script, after: file }),
    change('mode/up-and-edit', { before: file, after: sideOf('changed\n', '100755') }),
    change('mode/create-script', { after: script }),
    change('mode/delete-script', { before: script }),
    change('link/create', { after: link }),
    change('link/delete', { before: link }),
    change('link/retarget', { before: link, after: sideOf('elsewhere', '120000') }),
    change('link/to-file', { before: link, after: file }),
    change('link/from-script', { before: script, after: link }),
    change('link/same-bytes', { before: sideOf('x'), after: sideOf('x', '120000') }),
    change('link/from-binary', { before: sideOf('a\0b'), after: link }),
    change('module/create', { after: module }),
    change('module/delete', { before: module }),
    change('module/move', { before: module, after: nextModule }),
    change('module/from-file', { before: file, after: module }),
    change('swap', { before: file }),
    change('swap/now-a-directory', { after: file }),
  ];
}

function oddNames(): FileChange[] {
  const names = [
    'with space',
    ' leading',
    'trailing ',
    'tab\there',
    'line\nfeed',
    'quote"d',
    'back\\slash',
    'é',
    '日本語',
    'mixed é and space',
    'bell\x07',
    '\b\v\f\r',
    '\x01\x1f',
    '\x7f',
    '-dash',
    '#hash',
    "it's",
    'a => b',
    '{brace}',
    'star*',
    'con:colon',
    'very/deep/er/path with space/file',
    '--- a',
    '👩‍🚀',
  ];
  const texts = names.flatMap((name, index) => [
    edit(`names/edit/${name}`, `old ${index}\n`, `new ${index}\n`),
    change(`names/create/${name}`, { after: sideOf(`new ${index}`) }),
    change(`names/delete/${name}`, { before: sideOf(`old ${index}\n`) }),
  ]);
  const raw = Buffer.from('names/raw \xe9\xff\x80', 'latin1');
  return [...texts, change(raw, { before: sideOf('a\n'), after: sideOf('b\n') })];
}

function lineShapes(): FileChange[] {
  const long = 'x'.repeat(100_000);
  const crlf = 'a\r\nb\r\nc\r\nd\r\n';
  const blocks = ['one', 'two', 'three'].map((name) => `void ${name}() {\n  call();\n}\n\n`);
  const ordered = blocks.join('');
  const header = `function ${'f'.repeat(90)}()   \n`;
  const body = Array.from({ length: 12 }, (_, index) => `  step ${index};\n`).join('');
  const same = (count: number): string => 'same\n'.repeat(count);
  return [
    edit('lines/long', `${long}\n${long}a\n`, `${long}\n${long}b\n`),
    edit('lines/crlf-edit', crlf, crlf.replace('b', 'B')),
    edit('lines/crlf-to-lf', crlf, crlf.replaceAll('\r', '')),
    edit('lines/lone-cr', 'a\rb\rc\n', 'a\rB\rc\n'),
    edit('lines/moved-block', ordered, `${blocks[2]}${blocks[0]}${blocks[1]}`),
    edit('lines/added-block', ordered, `${ordered}void four() {\n  call();\n}\n\n`),
    edit('lines/removed-block', ordered, `${blocks[0]}${blocks[2]}`),
    edit('lines/fewer-same', same(40), same(37)),
    edit('lines/more-same', same(40), `${same(20)}other\n${same(25)}`),
    edit('lines/blank-runs', '\n\n\na\n\n\n', '\n\na\n\n\n\n\nb\n\n'),
    edit('lines/tabs', '\tif (a) {\n\t\tb();\n\t}\n', '\tif (a) {\n\t\tb();\n\t\tc();\n\t}\n'),
    edit('lines/unicode', 'naïve 日本\ncafé\n', 'naïve 日本\ncaffè ☕\n'),
    edit('lines/latin1', Buffer.from('caf\xe9\n', 'latin1'), Buffer.from('th\xe9\n', 'latin1')),
    edit('lines/form-feed', `\f\v\nint f(void)\f\n${body}`, `\f\v\nint f(void)\f\n${body}x\n`),
    edit('lines/header-80', `${header}${body}`, `${header}${body}more\n`),
    edit('lines/header-kinds', `_a\n${body}`, `_a\n${body}more\n`),
    edit('lines/header-dollar', `$a\t\r\n${body}`, `$a\t\r\n${body}more\n`),
    edit('lines/header-utf8', `é\n${body}`, `é\n${body}more\n`),
    ...[
      Buffer.from('caf\xe9 au lait', 'latin1'),
      Buffer.from('space \xff', 'latin1'),
      `${'a'.repeat(79)}é`,
      `${'a'.repeat(77)}😀`,
      `${'a'.repeat(76)}😀x`,
      'ab\ufffecd',
      'ab\uffffcd',
      'ab\ufffdcd\ufdd0',
      Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x61]),
      Buffer.from([0x61, 0xc0, 0x80, 0x61]),
      Buffer.from([0x61, 0xf4, 0x90, 0x80, 0x80]),
      Buffer.from([0x5f, 0x80]),
    ].map((head, index) => {
      const old = Buffer.concat([Buffer.from(head), Buffer.from(`\n${body}`)]);
      return edit(`lines/header-broken-${index}`, old, Buffer.concat([old, Buffer.from('x\n')]));
    }),
    edit('lines/header-kept', `fn\n${body}${body}`, `fn\n  X\n${body.repeat(2)}  Y\n`),
    edit('lines/looks-like-patch', '-- a\n++ b\n@@ c\n', '--- a\n+++ b\n@@ c @@\n'),
  ];
}

function randomEdits(): FileChange[] {
  const random = randomFrom(5);
  return Array.from({ length: 260 }, (_, index) => {
    const before = randomText(random, index);
    const after = editedLines(before, random);
    const end = ['\n', '\n', '\n', ''][random(4)] ?? '';
    return edit(`random/${index}`, `${before.join('\n')}\n`, `${after.join('\n')}${end}`);
  });
}

// Scripts longer than 256: there git takes shortcuts, and so must we.
function expensiveEdits(): FileChange[] {
  const random = randomFrom(77);
  return [3, 30, 300, 3000].flatMap((words) =>
    [600, 2000, 6000].map((count) => {
      const text = (): string[] => Array.from({ length: count }, () => `word ${random(words)}`);
      const kept = Array.from({ length: 40 }, (_, index) => `kept ${index}`);
      const before = [...text(), ...kept, ...text()].join('\n');
      return edit(
        `expensive/${words}-${count}`,
        before,
        [...text(), ...kept, ...text()].join('\n'),
      );
    }),
  );
}

type Random = (below: number) => number;

function randomText(random: Random, kind: number): string[] {
  const words = [3, 8, 20, 200][kind % 4] ?? 3;
  const count = [5, 20, 60, 200, 900][kind % 5] ?? 5;
  const styles = [
    () => `line ${random(words)}`,
    () => `${' '.repeat(2 * random(5))}${['}', '{', '', 'call();', 'end'][random(5)] ?? ''}`,
    () => `${'\t'.repeat(random(4))}${random(3) === 0 ? '' : `word${random(words)}`}`,
    () => (random(4) === 0 ? '' : `name${random(words)}${random(5) === 0 ? '\r' : ''}`),
  ];
  const style = styles[kind % 7] ?? styles[1] ?? (() => '');
  return Array.from({ length: count }, () => style());
}

function editedLines(lines: readonly string[], random: Random): string[] {
  const result = [...lines];
  for (let edits = 1 + random(12); edits > 0; edits -= 1) {
    const at = random(result.length + 1);
    const length = random(8);
    const block = result.slice(at, at + length);
    const to = random(result.length + 1);
    const edit = [
      () => result.splice(at, length),
      () => result.splice(at, 0, ...Array.from({ length }, () => `new ${random(9)}`)),
      () => result.splice(at, length, ...block.map((line) => `${line}!`)),
      () => result.splice(to, 0, ...result.splice(at, length)),
      () => result.splice(to, 0, ...block),
    ][random(5)];
    edit?.();
  }
  return result;
}

function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}
