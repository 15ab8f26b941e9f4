import { describe, expect, it } from 'vitest';
import { checkSite } from '../../../scripts/site/check-site.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { writeFiles } from '../../support/write-files.js';

const page = (content: string): string => `<html><body><main>${content}</main></body></html>`;

const good = {
  'index.html': page(
    '<a href="/base/how-to/teams#quota">Teams</a><a href="/base/FX203">FX203</a><a href="https://a.org">',
  ),
  'how-to/teams.html': page(
    '<h2 id="quota">Quota &amp; limits</h2><a href="#quota">FX203</a><img src="/base/a.svg" alt="A">',
  ),
  'FX203.html': page('<a href="./how-to/teams">Teams</a>'),
  'a.svg': '<svg/>',
  '404.html': page(''),
};

const problemsOf = (
  files: Readonly<Record<string, string>>,
  codes: readonly string[] = ['FX203'],
): readonly string[] => {
  const folder = temporaryFolder();
  writeFiles(folder, { ...good, ...files });
  return checkSite(folder, {
    base: '/base/',
    codes,
    sources: new Map([['how-to/teams.md', 'docs/how-to/teams.md']]),
  });
};
const teams = (content: string) => ({ 'how-to/teams.html': page(`<h2 id="quota"></h2>${content}`) });

describe('the check of a built site', () => {
  it('finds nothing where all is well', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it.each([
    ['a page that is not there', '<a href="/base/tenants">', 'the link to /base/tenants leads nowhere'],
    ['one outside of the base', '<a href="/FX203">', 'the link to /FX203 leads nowhere'],
    ['a relative one', '<a class="x" href="../tree">', 'the link to ../tree leads nowhere'],
    ['a missing heading', '<a href="/base/FX203#fix">', "the link to /base/FX203#fix names a heading that isn't there"],
    ['a missing heading of its own', '<a href="#limits">', "the link to #limits names a heading that isn't there"],
    ['a missing picture', '<img src="/base/b.svg" alt="B">', 'the link to /base/b.svg leads nowhere'],
    ['a missing script', '<script src="/base/b.js"></script>', 'the link to /base/b.js leads nowhere'],
    ['an image without alt', '<img src="/base/a.svg">', 'an image has no text: <img src="/base/a.svg">'],
    [
      'an image with an empty alt',
      '<img alt=" " src="/base/a.svg">',
      'an image has no text: <img alt=" " src="/base/a.svg">',
    ],
    ['a code without a page', 'It prints FX999.', 'FX999 has no page'],
  ])('finds %s', (_, content, problem) => {
    expect(problemsOf(teams(content))).toEqual([`docs/how-to/teams.md: ${problem}`]);
  });

  it('finds a diagnostic without a page, even if no page mentions it', () => {
    expect(problemsOf({}, ['FX203', 'FX204'])).toEqual(['src/cli/catalogue.ts: FX204 has no page']);
  });

  it('finds a page that no other links to', () => {
    expect(problemsOf({ 'lost.html': page('<a href="/base/lost">') })).toEqual(['lost.md: no page links to it']);
  });

  it('lists all problems at once, by page', () => {
    const found = problemsOf({ ...teams('<a href="/base/x"><a href="/base/y">'), 'FX203.html': page('<img>') });
    expect(found).toEqual([
      'FX203.md: an image has no text: <img>',
      'docs/how-to/teams.md: the link to /base/x leads nowhere',
      'docs/how-to/teams.md: the link to /base/y leads nowhere',
    ]);
  });
});
