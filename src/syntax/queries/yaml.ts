import type { OutlineQuery } from './outline-query.ts';

// Two levels: deeper ones are data rather than outline.
export const yaml: OutlineQuery = {
  query: `
    (document (block_node (block_mapping (block_mapping_pair
      key: (_) @name value: (block_node (block_mapping))) @module)))
    (document (block_node (block_mapping (block_mapping_pair key: (_) @name) @variable)))
    (document (block_node (block_mapping (block_mapping_pair
      value: (block_node (block_mapping (block_mapping_pair key: (_) @name) @variable))))))

    (ERROR (block_mapping_pair key: (_) @name value: (block_node (block_mapping))) @module)
    (ERROR (block_mapping_pair key: (_) @name) @variable)
    (ERROR (block_mapping_pair
      value: (block_node (block_mapping (block_mapping_pair key: (_) @name) @variable))))
  `,
};
