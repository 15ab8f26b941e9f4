import type { ObjectId } from '../applied/object-id.js';
import { type CodeNode, list, object, raw, text } from './code-node.js';
import { valueCode } from './option-type.js';
import { ADDONS, type PlannedAddon } from './plan-addon.js';
import type { PlannedImport } from './plan-import.js';
import { printCode } from './print-code.js';

/** What the cluster's code has of an import. */
export interface ImportedCluster {
  readonly options: readonly string[];
  readonly calls: readonly ((indent: number) => string)[];
  readonly imports: readonly string[];
}

const DEFAULT_CONFIG_MAP = 'cluster-vars-terraform';

/**
 * The options, stages and imports that use the addons of an import.
 *
 * @param staying objects that the addons name, and that stay in YAML
 */
export const clusterCode = (
  { addons, stages, externals, contract, namespaces, provides, sources, kustomization }: PlannedImport,
  staying: readonly ObjectId[] = [],
): ImportedCluster => {
  const calls = stages.map((stage) => (indent: number) => {
    const start = `.stage(${printCode(text(stage.name))}, `;
    const members = list(stage.addons.map(useOf));
    // What follows the cluster without a line of its own begins behind `})`.
    return `${start}${printCode(members, indent, start.length + (indent === 0 ? 2 : indent), 2)})`;
  });
  const external = [
    ...provides.map(text),
    ...namespaces.map((name) => object({ kind: text('Namespace'), name: text(name) })),
    ...externals.map(({ name, namespace, provides: provided }) =>
      object({
        kind: text('Kustomization'),
        ...(namespace === 'flux-system' ? {} : { namespace: text(namespace) }),
        name: text(name),
        // Only those of flux-system provide their name by themselves.
        ...(namespace === 'flux-system' ? {} : { provides: list([text(provided)]) }),
      }),
    ),
    ...sources.map(({ kind, namespace, name }) =>
      object({ kind: text(kind), namespace: text(namespace), name: text(name) }),
    ),
    ...staying.map(({ kind, namespace = '', name }) =>
      object({ kind: text(kind), ...(namespace === '' ? {} : { namespace: text(namespace) }), name: text(name) }),
    ),
  ];
  return {
    options: [
      ...(contract === undefined || contract === DEFAULT_CONFIG_MAP
        ? []
        : [`varsConfigMap: ${printCode(text(contract))},`]),
      ...(Object.keys(kustomization).length === 0
        ? []
        : `defaults: ${printCode(object({ kustomization: valueCode(kustomization) }), 0, 12)},`.split('\n')),
      ...(external.length === 0 ? [] : `external: ${printCode(list(external), 0, 12)},`.split('\n')),
    ],
    calls,
    imports: addons.map(
      ({ module: { module, identifier } }) =>
        `import { ${identifier} } from './${ADDONS.replace('src/', '')}/${module}.js';`,
    ),
  };
};

/** `web({ replicas: 3 })`. */
const useOf = ({ module: { identifier, members, uses }, cluster }: PlannedAddon): CodeNode => {
  const use = uses[members.findIndex((one) => one.cluster === cluster)];
  return use === undefined ? raw(`${identifier}()`) : { kind: 'call', head: `${identifier}(`, last: use };
};
