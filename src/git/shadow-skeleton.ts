import type { ObjectFormat } from '../diff/blob-oid.ts';

/** The directories of a shadow repository, parents first; its own is the empty name. */
export const DIRECTORIES: readonly string[] = [
  '',
  '/info',
  '/objects',
  '/objects/info',
  '/refs',
  '/refs/heads',
];

/** The files that never change, by name. */
export function fixedFiles(format: ObjectFormat): ReadonlyMap<string, string> {
  return new Map([
    ['HEAD', 'ref: refs/heads/base\n'],
    ['config', configOf(format)],
    ['info/attributes', ATTRIBUTES],
  ]);
}

// The last word on every path, before what the user's own attributes and those among the pending
// files say: no textconv, no driver, nothing binary but what git finds to be.
const ATTRIBUTES =
  '* !diff !text !eol !filter !ident !merge !working-tree-encoding !whitespace !encoding\n';

function configOf(format: ObjectFormat): string {
  return format === 'sha1' ? HEAD_SHA1 + PINNED : HEAD_SHA256 + PINNED;
}

const HEAD_SHA1 = '[core]\n\trepositoryformatversion = 0\n';
const HEAD_SHA256 =
  '[extensions]\n\tobjectformat = sha256\n[core]\n\trepositoryformatversion = 1\n';

// Git's own defaults, so that the user's settings do not change what it prints here. What can't be
// pinned: `diff.external`, and what stands in the environment.
const PINNED = `	filemode = true
	bare = true
	quotePath = true
	autocrlf = false
	eol = native
	ignoreCase = false
	precomposeUnicode = false
	attributesFile = /dev/null
	bigFileThreshold = 512m
	compression = 1
	looseCompression = 1
[diff]
	algorithm = myers
	context = 3
	dstPrefix = b/
	indentHeuristic = true
	interHunkContext = 0
	mnemonicPrefix = false
	noprefix = false
	orderFile = /dev/null
	relative = false
	renameLimit = 1000
	renames = false
	srcPrefix = a/
	suppressBlankEmpty = false
[color]
	ui = false
	diff = false
[gc]
	auto = 0
`;
