import type { OutlineQuery } from './outline-query.ts';

const block = (node: string, kind: string): string => `
  (${node} (${node === 'keyframes_statement' ? 'keyframe_block_list' : 'block'}) @body
    (#set! name "{head}") (#set! signature "{head}")) @${kind}
`;

export const css: OutlineQuery = {
  query: `
    ${block('media_statement', 'module')}
    ${block('supports_statement', 'module')}
    ${block('at_rule', 'module')}
    ${block('keyframes_statement', 'other')}
    ${block('rule_set', 'other')}
  `,
};
