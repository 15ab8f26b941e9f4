import { editProse } from './prose.js';
import { linkTo, type Routes, resolveTarget } from './routes.js';

export interface SidebarGroup {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** The first heading of a page, as text. */
export const titleOf = (page: string): string => {
  const [, title = ''] = /^# (.+)$/m.exec(page) ?? [];
  return title.replaceAll('`', '').trim();
};

/**
 * The sidebar, from the lists of tasks in docs/README.md: a group for each heading, with the pages that its list links to,
 * each once and by its own title. Examples, and pages that only the text below mentions, come last.
 */
export const planSidebar = (
  index: string,
  routes: Routes,
  read: (path: string) => string,
  names: { readonly first: string; readonly examples: string; readonly last: string },
): readonly SidebarGroup[] => {
  const groups = new Map<string, string[]>([[names.first, ['README.md']]]);
  const seen = new Set(['README.md', 'docs/README.md']);
  let heading = names.first;
  editProse(index, (line) => {
    const [, text] = /^## (.+)$/.exec(line) ?? [];
    if (text !== undefined) heading = text;
    const group = line.startsWith('- ') ? heading : names.last;
    // A link to a part of a page doesn't say where the page belongs.
    for (const [, target = ''] of line.matchAll(/\]\(([^)\s#]+)\)/g)) {
      const page = resolveTarget('docs/README.md', target);
      if (!routes.has(page) || seen.has(page)) continue;
      seen.add(page);
      groups.set(group, [...(groups.get(group) ?? []), page]);
    }
    return line;
  });
  const left = [...routes.keys()].filter(
    (page) => !seen.has(page) && page !== 'CHANGELOG.md' && !page.includes('docs/api/'),
  );
  const isExample = (page: string): boolean => page.startsWith('examples/');
  const last = [...(groups.get(names.last) ?? []), ...left.filter((page) => !isExample(page))];
  groups.delete(names.last);
  return [...groups, [names.examples, left.filter(isExample)] as const, [names.last, last] as const].map(
    ([text, pages]) => ({
      text,
      items: pages.map((page) => ({
        text: page === 'README.md' ? 'Introduction' : titleOf(read(page)),
        link: linkTo(routes.get(page)!),
      })),
    }),
  );
};
