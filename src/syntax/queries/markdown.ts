import type { OutlineQuery } from './outline-query.ts';

const ATX = `(atx_heading . (_) @keyword heading_content: (_) @name
  (#set! signature "{keyword} {name}"))`;

const setext = (underline: string, marker: string): string => `
  (setext_heading heading_content: (_) @name (${underline})
    (#set! signature "${marker} {name}")) @module
`;

// A section is a container, so that headings nest; those in quotes and lists are left out. The
// grammar opens no section at an underlined heading, which therefore is one alone.
export const markdown: OutlineQuery = {
  query: ['document', 'section']
    .map(
      (parent) => `
        (${parent} (section . ${ATX}) @module)
        (${parent} (section ${setext('setext_h1_underline', '#')}))
        (${parent} (section ${setext('setext_h2_underline', '##')}))
      `,
    )
    .join('\n'),
};
