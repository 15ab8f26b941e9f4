// The pages and what is known of them come from scripts/site.js; nothing here names a page.
import { readFileSync } from 'node:fs';

const data = JSON.parse(readFileSync(new URL('../.pages/site.json', import.meta.url), 'utf8'));

/** The anchors that GitHub gives to headings, so that one link works there and here. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const base = process.env.FLUXSPAN_SITE_BASE;

export default {
  title: data.title,
  description: data.description,
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', href: `${base}favicon.svg` }]],
  srcDir: '.pages',
  outDir: 'dist',
  cleanUrls: true,
  // In the order of the pages, so that the index of the search is the same each time.
  buildConcurrency: 1,
  // scripts/site/check-site.ts finds them, with the headings and the pages that have them.
  ignoreDeadLinks: true,
  markdown: {
    anchor: { slugify },
    config: (md) => {
      // VitePress gives tabs random ids: two builds would differ.
      const openGroup = md.renderer.rules['container_code-group_open'];
      md.renderer.rules['container_code-group_open'] = (tokens, at, ...rest) => {
        const ids = new Map();
        return openGroup(tokens, at, ...rest).replaceAll(/(?<=")(group|tab)-[\w-]+(?=")/g, (id, kind) => {
          if (!ids.has(id)) ids.set(id, `${kind}-${at}-${ids.size}`);
          return ids.get(id);
        });
      };
      // Vue would take `{{ x }}` in a code span for an expression.
      md.renderer.rules.code_inline = (tokens, at) => `<code v-pre>${md.utils.escapeHtml(tokens[at].content)}</code>`;
    },
  },
  // The index of the search, which the browser fetches when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    nav: data.nav,
    sidebar: data.sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    ...(data.repository === undefined ? {} : { socialLinks: [{ icon: 'github', link: data.repository }] }),
  },
};
