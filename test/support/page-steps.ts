import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.js';

/** What a reader of a page does and sees, step by step. */
export type PageStep =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  /** An edit of a file: lines that it has, and what takes their place. */
  | { readonly kind: 'edit'; readonly path: string; readonly from: string; readonly to: string }
  /** Lines that the commands of the block before have printed. */
  | { readonly kind: 'expect'; readonly lines: readonly string[] }
  /** Lines that a file has. */
  | { readonly kind: 'read'; readonly path: string; readonly lines: readonly string[] };

const BLOCK = /([\s\S]*?)^( *)```(\w*)\n([\s\S]*?)^ *```$/gm;

/** A file that the text asks to save ends in code or data; one that it only shows is introduced otherwise. */
const isToSave = (before: string, language: string): boolean => language === 'ts' || /\b[Ss]ave\b/.test(before);

/** The parts of a diff, which `@@` separates: the lines before the edit, and after it. */
const hunksOf = (lines: readonly string[]): readonly { readonly from: string; readonly to: string }[] =>
  lines
    .join('\n')
    .split(/^@@.*\n/m)
    .map((hunk) => {
      const side = (marks: RegExp) =>
        hunk
          .trimEnd()
          .split('\n')
          .filter((line) => marks.test(line))
          .map((line) => line.slice(1))
          .join('\n');
      return { from: side(/^[- ]/), to: side(/^[+ ]/) };
    });

/** The steps of a page, or of what stands before `end`. */
export const pageSteps = (page: string, end?: RegExp): readonly PageStep[] => {
  const text = readFileSync(join(root, page), 'utf8');
  const [part = ''] = end === undefined ? [text] : text.split(end);
  return [...part.matchAll(BLOCK)].flatMap(
    ([, before = '', indentation = '', language = '', block = '']): readonly PageStep[] => {
      const code = block.replaceAll(new RegExp(`^${indentation}`, 'gm'), '');
      const lines = code.trimEnd().split('\n');
      if (language === 'sh') return lines.map((command) => ({ kind: 'run', command }));
      if (language === '') return [{ kind: 'expect', lines }];
      const path = [...before.matchAll(/`([\w./-]+\.(?:ts|yaml|json|tf))`/g)].at(-1)?.[1];
      if (path === undefined) throw new Error(`${page} doesn't say which file this is:\n${code}`);
      if (language === 'diff') return hunksOf(lines).map((hunk) => ({ kind: 'edit', path, ...hunk }));
      return [isToSave(before, language) ? { kind: 'write', path, text: code } : { kind: 'read', path, lines }];
    },
  );
};

/** The steps of the tutorial, up to those that need a cluster. */
export const tutorialSteps = (): readonly PageStep[] => pageSteps('docs/tutorial.md', /^## 5\./m);
