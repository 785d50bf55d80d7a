/** A node of a syntax tree. Rows, columns and offsets count from 0; columns and offsets in bytes. */
export interface SyntaxNode {
  /** The place in the list: breadth first, the root is 0. */
  readonly id: number;
  readonly parent_id: number | null;
  readonly kind: string;
  readonly is_named: boolean;
  readonly start_byte: number;
  readonly end_byte: number;
  readonly start_row: number;
  readonly start_col: number;
  readonly end_row: number;
  readonly end_col: number;
}
