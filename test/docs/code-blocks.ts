import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.js';

/** A fenced block of a page. */
export interface CodeBlock {
  /** The page and the line of the fence: `docs/addons.md:12`. */
  readonly at: string;
  /** As the fence says; empty where it says none. */
  readonly language: string;
  readonly text: string;
}

const isPage = (path: string): boolean => path.endsWith('.md') && !/(^|[\\/])\./.test(path);

/** Every page that is written by hand, and `docs/`: read from the folders, so that a new page is never left out. */
export const pages: readonly string[] = [
  ...readdirSync(root),
  ...['docs', 'examples', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
]
  .filter(isPage)
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

const blocksOf = (page: string): readonly CodeBlock[] => {
  const blocks: CodeBlock[] = [];
  let open: { line: number; language: string; text: string[] } | undefined;
  for (const [index, line] of readFileSync(join(root, page), 'utf8').split(/\r?\n/).entries()) {
    const fence = /^ *```(.*)$/.exec(line);
    if (fence === null) open?.text.push(line);
    else if (open === undefined) open = { line: index + 1, language: fence[1]!.trim(), text: [] };
    else {
      blocks.push({ at: `${page}:${open.line}`, language: open.language, text: `${open.text.join('\n')}\n` });
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.line} opens a block that nothing closes`);
  return blocks;
};

/** The fenced blocks of all pages, in the order of the pages and in that of the text. */
export const codeBlocks: readonly CodeBlock[] = pages.flatMap(blocksOf);
