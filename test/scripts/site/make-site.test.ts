import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../../scripts/site/make-site.js';
import * as addons from '../../../src/addons/index.js';
import { catalogue } from '../../../src/cli/catalogue.js';
import { root } from '../../support/root.js';

let site: Site;
beforeAll(() => {
  site = makeSite(root);
});
const page = (path: string): string => site.pages.get(path) ?? '';

describe('the site', () => {
  it('is the same each time', () => {
    expect(makeSite(root)).toEqual(site);
  });

  it('has every page of docs/', () => {
    const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => `docs/${path.replaceAll('\\', '/')}`);
    const sources = new Set(site.sources.values());
    expect(docs.filter((path) => !sources.has(path))).toEqual([]);
  });

  it('has each page of docs/ that is not of the API in the sidebar, once, in the groups of the table of tasks', () => {
    const groups = site.data.sidebar['/']!;
    const headings = [...readFileSync(join(root, 'docs/README.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, text]) => text,
    );
    expect(headings.length).toBeGreaterThan(1);
    expect(groups.map(({ text }) => text)).toEqual(['Start', ...headings, 'Examples', 'Work on fluxspan']);
    const items = groups.flatMap((group) =>
      group.items.map(({ link }) => `${link.slice(1).replace(/\/$/, '/index')}.md`),
    );
    const wanted = [...site.sources.keys()].filter((path) => !/^(?:docs|changelog)\.md$|^api\/(?!index)/.test(path));
    expect(items.sort()).toEqual(wanted.sort());
    const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, 'docs/how-to/teams.md'), 'utf8')) ?? [];
    expect(groups.flatMap((group) => group.items)).toContainEqual({ text: title, link: '/how-to/teams' });
  });

  it('has a page for each diagnostic, with what explain prints', () => {
    expect(catalogue.filter(({ code }) => !page(`${code}.md`).includes(`# ${code} `))).toEqual([]);
    expect(page('FX203.md')).toMatch(/^---\npageClass: diagnostic\n---\n\n# FX203 missing-provider\n/);
    expect(page('FX203.md')).toContain("stage('crds', [externalSecretsCrds()])");
    expect(page('FX618.md')).toContain("dev.except('FX618', { object: 'Kind/name', reason: '…' });");
    expect(page('FX203.md')).not.toContain('dev.except');
  });

  it('leads from a diagnostic to the pages that mention it', () => {
    const [, code] = /\[(FX\d{3})\]/.exec(page('how-to/teams.md')) ?? [];
    expect(page(`${code}.md`)).toMatch(/## Read more\n\n(?:- .*\n)*- \[[^\]]+\]\(\/how-to\/teams\.md\)/);
  });

  it('has a page for each addon, with its options, inputs and tree of each cloud', () => {
    const named = Object.values(addons).map((addon) => `gallery/${addon.definition.name}.md`);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => page(path) === '')).toEqual([]);
    const velero = page('gallery/velero.md');
    expect(velero).toContain('`TF_VELERO_BUCKET`');
    expect(velero).toContain('- `schedules`: ');
    expect(velero).toContain('k8s/addons/dev/velero/helm-release.yaml\n');
    expect(velero).toContain('``` [Azure]\nk8s/addons/azure/velero/helm-release.yaml\n');
    expect(velero).toContain('```yaml [Google Cloud]\n# ');
  });

  it('has what it is, how to try it and three mistakes on its home page', () => {
    expect(page('index.md')).toContain('npm ci && npm run synth');
    expect(page('index.md').match(/^### FX/gm)).toHaveLength(3);
  });

  it('invents no address: nothing in package.json names one', () => {
    expect(site.data.repository).toBeUndefined();
  });
});
