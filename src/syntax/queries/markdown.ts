import type { OutlineQuery } from './outline-query.ts';

const setext = (underline: string, marker: string): string => `
  (setext_heading heading_content: (_) @name (${underline})
    (#set! signature "${marker} {name}") (#set! section "${marker}")) @module
`;

const HEADINGS = [
  `(atx_heading . (_) @keyword @section heading_content: (_) @name
    (#set! signature "{keyword} {name}")) @module`,
  setext('setext_h1_underline', '#'),
  setext('setext_h2_underline', '##'),
];

// The grammar opens a section at each `#` heading, in those of fewer marks; what is in no more than
// six sections and nothing else is neither quoted nor in a list. Underlined headings open none.
const DEPTHS = [1, 2, 3, 4, 5, 6];

// A section is a container, so that headings nest.
export const markdown: OutlineQuery = {
  nameEnding: /[ \t]+#+$/,
  query: DEPTHS.flatMap((depth) =>
    HEADINGS.map((heading) => {
      return `(document ${'(section '.repeat(depth)} ${heading} ${')'.repeat(depth + 1)}`;
    }),
  ).join('\n'),
};
