import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluxApp } from 'fluxspan';
import * as addons from 'fluxspan/addons';
import { catalogue } from '../../src/cli/catalogue.js';
import { retiredCodes } from '../../src/diagnostics/index.js';
import { synthCluster } from '../../src/testing/synth-cluster.js';
import { azurePlatform, googlePlatform } from '../../test/support/cloud-platforms.js';
import { everyAddon } from '../../test/support/every-addon.js';
import { type AddonWithVariants, addonFacts } from '../addon-tables.js';
import { diagnosticPage, type Mention, retiredPage } from './diagnostic-pages.js';
import { type ExampleCluster, planGallery } from './gallery.js';
import { homePage } from './home.js';
import { pageText } from './page-text.js';
import { linkTo, planRoutes } from './routes.js';
import { planSidebar, type SidebarGroup, titleOf } from './sidebar.js';

/** What VitePress gets: its pages and assets, and what its configuration reads from `site.json`. */
export interface Site {
  /** Text by the path in VitePress' source folder. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files of the repository, by the path under which the site serves them. */
  readonly assets: ReadonlyMap<string, string>;
  /** The pages of the repository by their paths on the site. */
  readonly sources: ReadonlyMap<string, string>;
  /** The codes of all diagnostics, those that are gone too. */
  readonly codes: readonly string[];
  readonly data: SiteData;
}

export interface SiteData {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** The address of the repository, if package.json has one. */
  readonly repository?: string;
  readonly nav: readonly { readonly text: string; readonly link: string }[];
  /** The groups by the beginning of a page's path. */
  readonly sidebar: Readonly<Record<string, readonly SidebarGroup[]>>;
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly repository?: string | { readonly url: string };
}

/** `https://github.com/example/fluxspan`, of how npm writes it. */
const addressOf = ({ repository }: PackageJson): string | undefined =>
  (typeof repository === 'string' ? repository : repository?.url)?.replace(/^git\+/, '').replace(/\.git$/, '');

const examples = (): readonly ExampleCluster[] =>
  [
    { label: 'AWS', variants: ['aws'], made: everyAddon(new FluxApp(), 'dev') },
    { label: 'Azure', variants: ['azure'], made: azurePlatform(new FluxApp()) },
    { label: 'Google Cloud', variants: ['gcp', 'google'], made: googlePlatform(new FluxApp()) },
  ].map(({ label, variants, made }) => ({ label, variants, cluster: made.name, tree: synthCluster(made).files }));

const groupOf = (code: string): string => `${code.slice(0, 3)}xx`;

/** @param root the repository's folder */
export const makeSite = (root: string): Site => {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const files = ['docs', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => !/(^|\/)(\.|node_modules\/)/.test(path))
      .sort(),
  );
  const routes = planRoutes(['README.md', 'CHANGELOG.md', ...files.filter((path) => path.endsWith('.md'))]);
  const assets = new Map(
    files
      .filter((path) => /^docs\/.*\.(?:svg|png|json)$/.test(path))
      .map((path) => [path, path.replace(/^docs\//, '')]),
  );
  const manifest = JSON.parse(read('package.json')) as PackageJson;
  const repository = addressOf(manifest);
  const codes = new Set<string>([...catalogue, ...retiredCodes].map(({ code }) => code));
  const links = {
    routes,
    assets,
    codes,
    exists: (path: string) => existsSync(join(root, path)),
    files: repository === undefined ? undefined : `${repository}/blob/HEAD`,
  };

  const own = [...routes].map(([path, route]) => ({ path, route, text: read(path) }));
  /** Pages that mention a code; those with all of them say nothing about one. */
  const mentionsOf = (code: string): readonly Mention[] =>
    own
      .filter(({ route, text }) => !/^(?:diagnostics|changelog|live)\.md$/.test(route) && text.includes(code))
      .map(({ route, text }) => ({ title: titleOf(text), link: `/${route}` }));
  const generated: (readonly [string, string])[] = [
    ...catalogue.map((one) => [`${one.code}.md`, diagnosticPage(one, mentionsOf(one.code))] as const),
    ...retiredCodes.map((one) => [`${one.code}.md`, retiredPage(one)] as const),
  ];
  const gallery = planGallery(
    addonFacts(root, addons as unknown as Readonly<Record<string, AddonWithVariants>>),
    pageText('docs/api/addons.md', read('docs/api/addons.md'), links),
    examples(),
  );
  const index = planSidebar(read('docs/README.md'), routes, read, {
    first: 'Start',
    examples: 'Examples',
    last: 'Work on fluxspan',
  });
  const groups = new Map<string, SidebarGroup['items'][number][]>();
  for (const { code, name } of [...catalogue].sort((a, b) => (a.code < b.code ? -1 : 1))) {
    const group = groups.get(groupOf(code)) ?? [];
    group.push({ text: `${code} ${name}`, link: `/${code}` });
    groups.set(groupOf(code), group);
  }
  const all = { text: 'Diagnostics', items: [{ text: 'All codes', link: '/diagnostics' }] };
  const apiIndex = read('docs/api/README.md');
  const placeIn = (path: string): number => apiIndex.indexOf(`](${path.replace('docs/api/', '')})`);
  const api = own.filter(({ path }) => path.startsWith('docs/api/')).sort((a, b) => placeIn(a.path) - placeIn(b.path));
  const shared = pageText('docs/diagnostics.md', withoutExamples(read('docs/diagnostics.md')), links);

  return {
    sources: new Map([...routes].map(([path, route]) => [route, path])),
    codes: [...codes],
    assets: new Map([...[...assets].map(([from, to]) => [to, from] as const), ['favicon.svg', 'site/favicon.svg']]),
    pages: new Map([
      ...own.map(({ path, route, text }) => [route, pageText(path, text, links)] as const),
      // Search finds the pages of the codes instead.
      ['diagnostics.md', `---\nsearch: false\npageClass: listing\n---\n\n${shared}`],
      ...generated.map(([route, text]) => [route, pageText(route, text, links)] as const),
      ...gallery.pages,
      ['index.md', homePage(manifest.name, read('README.md'), catalogue)],
    ]),
    data: {
      title: manifest.name,
      description: manifest.description,
      version: manifest.version,
      ...(repository === undefined ? {} : { repository }),
      nav: [
        { text: 'Docs', link: '/docs' },
        { text: 'Addons', link: '/gallery/' },
        { text: 'Diagnostics', link: '/diagnostics' },
        { text: 'API', link: '/api/' },
        { text: `v${manifest.version}`, link: '/changelog' },
      ],
      sidebar: {
        '/gallery/': [gallery.sidebar],
        '/api/': [{ text: 'API', items: api.map(({ route, text }) => ({ text: titleOf(text), link: linkTo(route) })) }],
        // Each page has only the codes of its hundred: all of them in each page would be most of the site.
        ...Object.fromEntries(
          [...groups].map(([group, items]) => [`/${group.slice(0, 3)}`, [all, { text: group, items }]]),
        ),
        '/': index,
      },
    },
  };
};

/** Each diagnostic has a page of its own on the site. */
const withoutExamples = (page: string): string => page.replace(/^## Examples\n[\s\S]*?(?=^## )/m, '');
