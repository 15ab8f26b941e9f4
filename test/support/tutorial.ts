import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.js';

/** What a reader of docs/tutorial.md does, step by step. */
export type TutorialStep =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  /** Lines that the commands of the block before have printed. */
  | { readonly kind: 'expect'; readonly lines: readonly string[] };

const BLOCK = /([\s\S]*?)^```(\w*)\n([\s\S]*?)^```$/gm;
/** From here on the reader needs a cluster. */
const CLUSTER = /^## 5\./m;

/** The steps up to the cluster, as the page has them. */
export const tutorialSteps = (): readonly TutorialStep[] => {
  const [text = ''] = readFileSync(join(root, 'docs/tutorial.md'), 'utf8').split(CLUSTER);
  return [...text.matchAll(BLOCK)].flatMap(([, before = '', language, code = '']): readonly TutorialStep[] => {
    const lines = code.trimEnd().split('\n');
    if (language === 'sh') return lines.map((command) => ({ kind: 'run', command }));
    if (language === '') return [{ kind: 'expect', lines }];
    const path = [...before.matchAll(/`([\w./-]+\.ts)`/g)].at(-1)?.[1];
    if (path === undefined) throw new Error(`the tutorial doesn't say where this goes:\n${code}`);
    return [{ kind: 'write', path, text: code }];
  });
};
