import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/root.js';
import { pages } from './code-blocks.js';

/** Of one page, in words. */
const most = 1200;
/** Of all pages, in words, with their code. */
const mostOfAll = 20_000;

/** From a comment that says what made the text, up to the one that ends it. */
const GENERATED = /<!-- [^>]*?(?:generated|printed|written) by .*?-->.*?(?:<!-- (?:The end|End) of .*?-->|$)/gis;

/** The text of a page that somebody wrote: without generated parts, such as the tables of addons. */
const writtenIn = (page: string): string => {
  const text = readFileSync(join(root, page), 'utf8');
  const lines = page === 'docs/package-addons.md' ? text.replaceAll(/^\|.*$/gm, '') : text;
  return lines.replaceAll(GENERATED, '');
};
const wordsOf = (page: string): number => writtenIn(page).split(/\s+/).filter(Boolean).length;

const written = [...pages, 'research/README.md', 'test/live/README.md'].filter((page) => page !== 'CHANGELOG.md');

it('leaves out what is generated, and nothing else', () => {
  expect(wordsOf('docs/diagnostics.md')).toBeLessThan(50);
  expect(wordsOf('docs/live.md')).toBeGreaterThan(150);
  expect(writtenIn('docs/performance.md')).toContain('## Where the time goes');
  expect(writtenIn('docs/performance.md')).not.toContain('**missed**');
  expect(writtenIn('docs/tutorial.md')).toContain("name: 'region',");
});

it.each(written)(`%s has at most ${most} words that were written by hand`, (page) => {
  expect(wordsOf(page)).toBeLessThanOrEqual(most);
});

it(`all pages together have at most ${mostOfAll} words that were written by hand, every word of their code included`, () => {
  const words = written.reduce((sum, page) => sum + wordsOf(page), 0);
  expect(words).toBeLessThanOrEqual(mostOfAll);
});
