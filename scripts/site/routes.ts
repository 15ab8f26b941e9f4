import { posix } from 'node:path';

/** The pages of the repository that are on the site, by their paths there, and where each is: `how-to/teams.md`. */
export type Routes = ReadonlyMap<string, string>;

const special: Readonly<Record<string, string>> = {
  'README.md': 'introduction.md',
  'docs/README.md': 'docs.md',
  'CHANGELOG.md': 'changelog.md',
};

/** Where a page of the repository is on the site; undefined for one that isn't there. */
export const routeOf = (path: string): string | undefined => {
  const own = special[path];
  if (own !== undefined) return own;
  const [folder = '', ...rest] = path.split('/');
  if (folder === 'docs') return rest.join('/').replace(/(^|\/)README\.md$/, '$1index.md');
  return folder === 'examples' ? path.replace(/\/README\.md$/, '.md') : undefined;
};

export const planRoutes = (paths: readonly string[]): Routes =>
  new Map(paths.flatMap((path) => (routeOf(path) === undefined ? [] : [[path, routeOf(path)!] as const])));

/** A target of a link, relative to the page that has it, as a path of the repository. */
export const resolveTarget = (page: string, target: string): string =>
  target === '' ? page : posix.join(posix.dirname(page), target).replace(/\/$/, '');

/** The link to a page of the site: `/how-to/teams`. */
export const linkTo = (route: string): string => `/${route.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
