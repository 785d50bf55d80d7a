import type { OutlineQuery } from './outline-query.ts';

const section = (parent: string, heading: string): string => `
  (${parent} (section . ${heading}) @module)
`;
const ATX = `(atx_heading . (_) @keyword heading_content: (_) @name
  (#set! signature "{keyword} {name}"))`;
const SETEXT_1 = `(setext_heading heading_content: (_) @name (setext_h1_underline)
  (#set! signature "# {name}"))`;
const SETEXT_2 = `(setext_heading heading_content: (_) @name (setext_h2_underline)
  (#set! signature "## {name}"))`;

// A section is a container, so that headings nest; headings in quotes and lists are left out.
export const markdown: OutlineQuery = {
  query: [ATX, SETEXT_1, SETEXT_2]
    .flatMap((heading) => [
      section('document', heading),
      section('section', heading),
      `(section ${heading} @module)`,
    ])
    .join('\n'),
};
