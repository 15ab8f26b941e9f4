import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** What a built site must hold. */
export interface SiteExpectations {
  /** The path below which it is served: `/fluxspan/`. */
  readonly base: string;
  /** The codes that must have a page. */
  readonly codes: readonly string[];
  /** Where a page comes from: `docs/how-to/teams.md` of `how-to/teams.md`. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The files of a built site, relative to its folder: `how-to/teams.html`. */
export const filesOfSite = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posix.relative(folder.replaceAll('\\', '/'), join(entry.parentPath, entry.name).replaceAll('\\', '/')),
    )
    .sort();

const ATTRIBUTE = (name: string): RegExp => new RegExp(`\\s${name}="([^"]*)"`);
const decode = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');

interface BuiltPage {
  readonly file: string;
  /** As its source, where it has one in the repository. */
  readonly name: string;
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
  readonly images: readonly string[];
  readonly codes: ReadonlySet<string>;
}

const readPage = (folder: string, file: string, sources: ReadonlyMap<string, string>): BuiltPage => {
  const html = readFileSync(join(folder, file), 'utf8');
  const tags = [...html.matchAll(/<(a|img|link|script)\b[^>]*>/g)];
  const route = file.replace(/\.html$/, '.md');
  const content = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
  return {
    file,
    name: sources.get(route) ?? route,
    links: tags.flatMap(([tag]) =>
      [ATTRIBUTE('href'), ATTRIBUTE('src')].flatMap((one) => one.exec(tag)?.[1] ?? []).map(decode),
    ),
    ids: new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => decode(id))),
    images: tags.filter(([, name]) => name === 'img').map(([tag]) => tag),
    codes: new Set(content.match(/\bFX\d{3}\b/g)),
  };
};

/**
 * The problems of a built site, in the order of its files: links that lead nowhere, images without a text, diagnostics
 * without a page, and pages that no page links to. Links to other sites aren't followed.
 */
export const checkSite = (folder: string, { base, codes, sources }: SiteExpectations): readonly string[] => {
  const files = new Set(filesOfSite(folder));
  const pages = [...files].filter((file) => file.endsWith('.html')).map((file) => readPage(folder, file, sources));
  const byFile = new Map(pages.map((page) => [page.file, page]));
  /** The file that answers a path, as GitHub Pages finds it. */
  const fileAt = (path: string): string | undefined => {
    const names = path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
    return names.find((name) => files.has(name));
  };
  const linked = new Set(['404.html', 'index.html']);
  const problems: string[] = [];
  for (const page of pages) {
    for (const link of new Set(page.links)) {
      if (/^(?:[a-z]+:|\/\/)/.test(link)) continue;
      const { pathname, hash } = new URL(link, `http://site${base}${page.file}`);
      const path = decodeURIComponent(pathname);
      const file = path.startsWith(base) ? fileAt(path.slice(base.length)) : undefined;
      if (file === undefined) problems.push(`${page.name}: the link to ${link} leads nowhere`);
      else if (hash !== '' && byFile.get(file)?.ids.has(decodeURIComponent(hash.slice(1))) !== true) {
        problems.push(`${page.name}: the link to ${link} names a heading that isn't there`);
      }
      if (file !== undefined && file !== page.file) linked.add(file);
    }
    for (const image of page.images) {
      if (!/\S/.test(ATTRIBUTE('alt').exec(image)?.[1] ?? ''))
        problems.push(`${page.name}: an image has no text: ${image}`);
    }
    for (const code of page.codes) {
      if (!byFile.has(`${code}.html`)) problems.push(`${page.name}: ${code} has no page`);
    }
  }
  for (const code of codes) {
    if (!byFile.has(`${code}.html`)) problems.push(`src/cli/catalogue.ts: ${code} has no page`);
  }
  for (const { file, name } of pages) {
    if (!linked.has(file)) problems.push(`${name}: no page links to it`);
  }
  return problems;
};
