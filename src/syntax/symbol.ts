/** What a symbol can be. */
export const SYMBOL_KINDS = [
  'function',
  'method',
  'class',
  'struct',
  'enum',
  'interface',
  'protocol',
  'type',
  'variable',
  'module',
  'other',
] as const;

/** What a symbol is: one of `SYMBOL_KINDS`. */
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** A definition in a source. Rows and columns count from 0, columns in bytes. */
export interface SyntaxSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The name of the class, module … that the symbol belongs to. */
  readonly container: string | null;
  readonly signature: string;
  readonly start_row: number;
  readonly start_col: number;
  readonly end_row: number;
  readonly end_col: number;
}

const CONTAINERS: ReadonlySet<SymbolKind> = new Set([
  'class',
  'struct',
  'enum',
  'interface',
  'protocol',
  'module',
]);

/** Whether this is the name of a kind. */
export function isSymbolKind(name: string): name is SymbolKind {
  return SYMBOL_KINDS.some((kind) => kind === name);
}

/** Whether symbols of this kind are named as the container of what they hold. */
export function isContainer(kind: SymbolKind): boolean {
  return CONTAINERS.has(kind);
}

/** Whether this kind has a body of statements: what it holds is local. */
export function isFunction(kind: SymbolKind): boolean {
  return kind === 'function' || kind === 'method';
}
