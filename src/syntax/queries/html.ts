import { unclosed } from './broken.ts';
import type { OutlineQuery } from './outline-query.ts';

const tag = (node: string): string => `
  (${node} (tag_name) @tag (attribute
    (attribute_name) @keyword
    [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)])
    (#eq? @keyword "id") (#set! signature "{tag}#{name}"))
`;
const START = tag('start_tag');

// What has an id: the places that links, scripts and styles name.
export const html: OutlineQuery = {
  query: `
    (element ${START}) @module
    (element ${tag('self_closing_tag')}) @module
    ${unclosed(`${START} @start`, 'module')}
    (script_element ${START}) @other
    (style_element ${START}) @other
  `,
};
