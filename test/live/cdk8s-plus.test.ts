import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addonOf, clusterOf, examples } from '../compile/cdk8s-plus/examples.js';
import { openAsk } from './ask.js';
import { describeLive } from './describe-live.js';
import type { KubeObject } from './kube-object.js';
import { until } from './until.js';

interface EndpointSlice extends KubeObject {
  readonly endpoints?: readonly { readonly conditions?: { readonly ready?: boolean } }[] | null;
}
const isReady = ({ endpoints }: EndpointSlice): boolean =>
  endpoints?.some(({ conditions }) => conditions?.ready === true) === true;

describeLive(
  'what the documentation of cdk8s-plus shows',
  (live) => {
    const objects = examples.flatMap(
      (example) => synthCluster(clusterOf(addonOf(example))).objects as unknown as KubeObject[],
    );
    const own = objects.filter(({ apiVersion }) => !apiVersion.includes('toolkit.fluxcd.io'));

    it('is accepted by the API server, each object as a dry run, and then for good', async () => {
      expect(own.length).toBeGreaterThan(80);
      // Pods and roles name accounts, and everything needs its namespace: a dry run makes none.
      await live().apply(...own.filter(({ kind }) => kind === 'Namespace'));
      await live().apply(...own.filter(({ kind }) => kind === 'ServiceAccount'));
      const namespaces = new Set(own.flatMap(({ metadata }) => metadata.namespace ?? []));
      await until('each namespace has its default account', async () => {
        const accounts = await live().list({ apiVersion: 'v1', kind: 'ServiceAccount' });
        const there = new Set(
          accounts.flatMap(({ metadata }) => (metadata.name === 'default' ? (metadata.namespace ?? []) : [])),
        );
        return [...namespaces].every((name) => there.has(name));
      });
      const server = openAsk(live().kubeconfig);
      const verdicts = await server.askAll(own as never);
      server.close();
      const refused = own.flatMap(({ kind, metadata }, index) =>
        verdicts[index]!.accepted
          ? []
          : [`${kind} ${metadata.namespace}/${metadata.name}: ${verdicts[index]!.words.join(' ')}`],
      );
      expect(refused).toEqual([]);
      await live().apply(...own);
    });

    it('has ready addresses for each Service', async () => {
      const services = own
        .filter(({ kind, spec }) => kind === 'Service' && spec?.['type'] !== 'ExternalName')
        .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
      expect(services.length).toBeGreaterThan(10);
      let missing = services;
      await until(
        'each Service has ready addresses',
        async () => {
          const slices = await live().list({ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' });
          const ready = new Set(
            slices
              .filter(isReady)
              .map(({ metadata }) => `${metadata.namespace}/${metadata.labels?.['kubernetes.io/service-name']}`),
          );
          missing = services.filter((name) => !ready.has(name));
          return missing.length === 0;
        },
        { explain: () => `without any: ${missing.join(', ')}` },
      );
    });
  },
  { flux: false },
);
