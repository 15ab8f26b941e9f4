import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  certManager,
  externalDns,
  gatewayApiCrds,
  karpenter,
  karpenterCrds,
  karpenterNodes,
  linkerdIssuer,
  privateCa,
  velero,
} from '../../../src/addons/index.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { Repository } from '../repository.js';
import { synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

interface Options {
  readonly ca?: string;
  readonly dns?: { sources?: string[]; policy?: 'sync' | 'upsert-only'; txtOwnerId?: string };
  readonly nodes?: { expireAfter?: '168h' | '30m'; architectures?: ('amd64' | 'arm64')[] };
  readonly backups?: { prefix?: string };
  readonly trustDomain?: string;
}

const appOf = ({ ca, dns = {}, nodes = {}, backups = {}, trustDomain = 'a.b' }: Options): FluxApp => {
  const app = new FluxApp();
  new FluxCluster(app, 'dev')
    .stage('first', [certManager(), gatewayApiCrds(), karpenterCrds()] as never)
    .stage('second', [karpenter(), velero(backups)] as never)
    .stage('all', [
      privateCa(ca === undefined ? {} : { commonName: ca }),
      linkerdIssuer({ trustDomain }),
      externalDns(dns),
      karpenterNodes(nodes),
    ] as never);
  return app;
};

describe('options of the addons', () => {
  it('report the effect of a change', async () => {
    const first = await synth(repository, appOf({}));
    expect(first.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    repository.publish('the tree');
    const told = async (options: Options) =>
      (await synth(repository, appOf(options))).diagnostics
        .filter(({ code }) => code === 'FX559' || code === 'FX516')
        .map(({ severity, code, message }) => `${severity} ${code} ${message}`);
    expect(await told({})).toEqual([]);
    expect(await told({ ca: 'other' })).toMatchInlineSnapshot(`
      [
        "warning FX559 Certificate/private-ca-root in cert-manager becomes another root CA: spec.commonName "private-ca" → "other"",
      ]
    `);
    expect(await told({ dns: { sources: ['service'], txtOwnerId: 'dev' } })).toMatchInlineSnapshot(`
      [
        "warning FX516 HelmRelease/external-dns in external-dns may destroy the DNS records of a source: spec.values.sources ["gateway-httproute"] → ["service"]",
        "warning FX559 HelmRelease/external-dns in external-dns no longer owns the DNS records that it has made: spec.values.txtOwnerId not set → "dev"",
      ]
    `);
    expect(await told({ nodes: { expireAfter: '30m', architectures: ['arm64'] } })).toMatchInlineSnapshot(`
      [
        "warning FX559 NodePool/default replaces its nodes again and again: spec.template.spec.expireAfter "168h" → "30m"",
        "notice FX559 NodePool/default replaces nodes that no longer fit: spec.template.spec.requirements[kubernetes.io/arch].values ["amd64","arm64"] → ["arm64"]",
      ]
    `);
    expect(await told({ backups: { prefix: 'dev' }, trustDomain: 'c.d' })).toMatchInlineSnapshot(`
      [
        "warning FX559 Certificate/linkerd-trust-anchor in linkerd becomes another root CA: spec.commonName "root.linkerd.a.b" → "root.linkerd.c.d"",
        "warning FX559 HelmRelease/velero in velero looks for backups in another place: spec.values.configuration.backupStorageLocation[default].prefix not set → "dev"",
      ]
    `);
  });
});
