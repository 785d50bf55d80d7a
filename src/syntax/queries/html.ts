import type { OutlineQuery } from './outline-query.ts';

const START = `
  (start_tag (tag_name) @tag (attribute
    (attribute_name) @keyword (quoted_attribute_value (attribute_value) @name))
    (#eq? @keyword "id"))
`;

// What has an id: the places that links, scripts and styles name.
export const html: OutlineQuery = {
  query: `
    (element ${START} (#set! signature "{tag}#{name}")) @module
    (script_element ${START} (#set! signature "{tag}#{name}")) @other
    (style_element ${START} (#set! signature "{tag}#{name}")) @other
  `,
};
