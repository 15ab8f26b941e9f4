import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { linkPackages } from '../support/link-packages.js';
import { root } from '../support/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeLive } from './describe-live.js';
import type { KubeObject } from './kube-object.js';

/** The project of `init --template aks`, with its tree and the ConfigMaps of `fixtures`. */
const makeProject = () => {
  const folder = temporaryFolder();
  const project = join(folder, 'platform');
  const fluxspan = (cwd: string, ...argv: readonly string[]) => {
    const ran = spawnSync(process.execPath, [join(root, 'bin/fluxspan.js'), ...argv], { cwd, encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`fluxspan ${argv.join(' ')}: ${ran.stdout}${ran.stderr}`);
    return ran;
  };
  fluxspan(folder, 'init', 'platform', '--template', 'aks', '--yes', '--no-install');
  linkPackages(project);
  fluxspan(project, 'synth', '--no-base');
  fluxspan(project, 'fixtures', 'dev');
  return { project, rendered: fluxspan(project, 'render', 'dev').stderr };
};

const at = (apiVersion: string, kind: string, name: string, namespace: string) => ({
  apiVersion,
  kind,
  name,
  namespace,
});

describeLive(
  'a platform on AKS',
  (live) => {
    it('comes up with what Terraform and Azure Service Operator would write', async () => {
      const { project, rendered } = makeProject();
      // It needs nothing but the contract.
      expect(rendered).toBe('');
      const fixtures = readFileSync(join(project, '.fluxspan/fixtures/dev/config-maps.yaml'), 'utf8');
      await live().apply(...parseAllDocuments(fixtures).map((document) => document.toJS() as KubeObject));
      const tree = await live().serveSources(join(project, 'k8s'), {
        'cert-manager': { templates: ['cert-manager.io', 'acme.cert-manager.io'] },
        'azure-service-operator': { templates: ['dbforpostgresql.azure.com', 'resources.azure.com'] },
        'sealed-secrets': { templates: ['bitnami.com'] },
        'https://github.com/external-secrets/external-secrets': [
          'external-secrets.io',
          'generators.external-secrets.io',
        ],
        'https://github.com/kubernetes-sigs/gateway-api': ['gateway.networking.k8s.io'],
      });
      await live().applyTree(tree, { cluster: 'dev' });
      const ready = await live().untilReady({ timeout: 400_000 });
      const named = (kind: string) => ready.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
      expect(named('HelmRelease')).toContain('azure-service-operator');
      expect(named('Kustomization')).toEqual(
        expect.arrayContaining(['authentik-database', 'authentik', 'key-vault-store']),
      );
      const server = await live().get(
        at('dbforpostgresql.azure.com/v20250801', 'FlexibleServer', 'authentik', 'authentik'),
      );
      // The API server took all fields that the tree has.
      expect(server?.spec).toMatchObject({
        operatorSpec: { configMaps: { fullyQualifiedDomainName: { name: 'authentik-database-outputs', key: 'host' } } },
        network: { publicNetworkAccess: 'Disabled' },
      });
      const account = await live().get(at('v1', 'ServiceAccount', 'key-vault', 'external-secrets'));
      expect(account?.metadata.annotations).toMatchObject({
        'azure.workload.identity/client-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(live().deletions()).toEqual([]);
    }, 600_000);
  },
  { long: true },
);
