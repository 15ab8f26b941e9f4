import { posix } from 'node:path';
import { editProse, SPAN_MARK } from './prose.js';
import { type Routes, resolveTarget } from './routes.js';

/** What a page needs to know of the site that it becomes a part of. */
export interface SiteLinks {
  readonly routes: Routes;
  /** Files that the site serves as they are: `docs/overview.svg` as `overview.svg`. */
  readonly assets: ReadonlyMap<string, string>;
  /** The codes that have a page. */
  readonly codes: ReadonlySet<string>;
  /** Whether the repository has a file or folder. */
  readonly exists: (path: string) => boolean;
  /** Where the repository's files are, if anything says so: `https://github.com/example/fluxspan/blob/HEAD`. */
  readonly files: string | undefined;
}

const LINK = /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^)\s]+)\)/g;
/** A link, which stays, or a code. */
const CODE = new RegExp(`${LINK.source}|\\b(FX\\d{3})\\b|${SPAN_MARK.source}`, 'gu');
/** Elements that the pages may use; the API pages have their signatures in `code`, generated ones a severity in `span`. */
const ELEMENT = /<(?!\/?(?:code|br|kbd|span)\b|!--|https?:)/g;

/**
 * A page of the repository as a page of the site: links lead to where the site has their targets, codes of diagnostics lead
 * to their pages, and what Vue would take for an expression or an element stays text.
 */
export const pageText = (path: string, text: string, links: SiteLinks): string => {
  const own = links.routes.get(path) ?? path;
  return editProse(text, (line, spans) => {
    const escaped = line.replaceAll('{{', '&#123;&#123;').replaceAll(ELEMENT, '&lt;');
    const rewritten = escaped.replaceAll(LINK, (link, image: string, label: string, target: string) => {
      if (/^[a-z]+:/.test(target)) return link;
      const there = siteTarget(path, target, links);
      return there === undefined ? label : `${image}[${label}](${there})`;
    });
    if (/^#{1,6} /.test(rewritten)) return rewritten;
    return rewritten.replaceAll(CODE, (all, ...groups) => {
      const [, , , plain, at] = groups as (string | undefined)[];
      const code = plain ?? (at === undefined ? undefined : /^`(FX\d{3})`$/.exec(spans[Number(at)]!)?.[1]);
      if (code === undefined || !links.codes.has(code) || `${code}.md` === own) return all;
      return `[${all}](/${code}.md)`;
    });
  });
};

/**
 * Where a link of a page leads on the site; undefined if it leads to a file of a repository whose address isn't known. A
 * dead link stays as it is, for the check of the built site to find.
 */
const siteTarget = (page: string, target: string, { routes, assets, files, exists }: SiteLinks): string | undefined => {
  const [path = '', anchor] = target.split('#');
  const place = resolveTarget(page, path);
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (place === 'docs/diagnostics.md' && /^fx\d{3}-/.test(anchor ?? ''))
    return `/${anchor!.slice(0, 5).toUpperCase()}.md`;
  const route = path === '' ? undefined : (routes.get(place) ?? routes.get(posix.join(place, 'README.md')));
  if (path === '') return suffix;
  if (route !== undefined) return `/${route}${suffix}`;
  const asset = assets.get(place);
  if (asset !== undefined) return `/${asset}`;
  if (!exists(place)) return target;
  return files === undefined ? undefined : `${files}/${place}${suffix}`;
};
