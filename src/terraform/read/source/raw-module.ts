import type { SourceLine } from '../terraform.js';

/** A block as its file has it: attributes are templates of HCL, still to be evaluated. */
export interface RawBlock {
  /** `['helm_release', 'redis']` of a resource, `['region']` of a variable. */
  readonly labels: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly place: SourceLine;
  /** The lines of what is in it, by printed path from the block: `metadata[0].name`. */
  readonly lineOf: (path: string) => SourceLine | undefined;
}

/** The types of blocks that are read. */
export const BLOCK_TYPES = [
  'resource',
  'data',
  'module',
  'variable',
  'locals',
  'output',
  'provider',
  'removed',
  'moved',
  'import',
  'terraform',
] as const;

export type BlockType = (typeof BLOCK_TYPES)[number];

/** How many labels a block has. */
export const LABELS: Readonly<Record<BlockType, number>> = {
  resource: 2,
  data: 2,
  module: 1,
  variable: 1,
  locals: 0,
  output: 1,
  provider: 1,
  removed: 0,
  moved: 0,
  import: 0,
  terraform: 0,
};

export type RawBlocks = Readonly<Record<BlockType, readonly RawBlock[]>>;
