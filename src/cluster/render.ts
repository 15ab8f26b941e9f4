import { ApiObject } from 'cdk8s';
import { Manifest } from '../constructs/manifest.js';
import { renderForeign } from '../constructs/plain.js';
import { groupOf } from '../constructs/reference.js';
import { FLUX_NAMESPACE } from '../contract/index.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import type { AnyFluxCluster } from './any-cluster.js';
import { buildCluster } from './build.js';
import type { FluxApp } from './flux-app.js';
import { planContract } from './plan-contract.js';
import { findReads } from './reads.js';
import type { Json, RenderedAddon, RenderedCluster, RenderedObject } from './rendered.js';

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By kind, namespace and name: no order of declaration shows in the tree. */
const compareObjects = (a: RenderedObject, b: RenderedObject): number =>
  compareText(a.kind, b.kind) ||
  compareText(a.group, b.group) ||
  compareText(a.namespace ?? '', b.namespace ?? '') ||
  compareText(a.name, b.name);

/** Makes every object of a cluster plain, once, and derives the contract. */
export const renderCluster = (app: FluxApp, cluster: AnyFluxCluster): RenderedCluster => {
  const built = buildCluster(app, cluster);
  const problems: Diagnostic[] = [...built.problems];
  const render = (addon: string, owner: string, construct: ApiObject): RenderedObject[] => {
    const { kind, name, apiVersion } = construct;
    const title = `${kind}/${name}`;
    try {
      const ours = Manifest.isManifest(construct);
      const json: Json = ours ? construct.toJson() : renderForeign(construct, ApiObject.prototype.toJson);
      const metadata = (json['metadata'] ?? {}) as { namespace?: string };
      const props = (construct as unknown as { props?: { metadata?: { name?: string } } }).props;
      return [
        {
          addon,
          owner,
          group: groupOf(apiVersion),
          apiVersion,
          kind,
          namespace: metadata.namespace,
          name,
          title,
          json,
          construct,
          references: ours ? construct.references : [],
          derivedName: !ours && props?.metadata?.name === undefined,
        },
      ];
    } catch (error) {
      problems.push(
        diagnose('FX301', {
          message: `${title} cannot be made into JSON: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
          at: { cluster: cluster.name, addon, object: title },
          fix: 'give plain values, references of fluxspan or tokens of cdk8s',
        }),
      );
      return [];
    }
  };
  const addons = built.addons.map(
    (addon): RenderedAddon => ({
      built: addon,
      objects: addon.objects.flatMap((object) => render(addon.name, addon.name, object)).sort(compareObjects),
      entry: addon.entry.flatMap((object) => render(addon.name, FLUX_NAMESPACE, object)).sort(compareObjects),
    }),
  );
  const reads = findReads(cluster, addons, (problem) => problems.push(problem));
  const contract = planContract(cluster, built, reads, (problem) => problems.push(problem));
  return { app, cluster, built, addons, contract, problems };
};
