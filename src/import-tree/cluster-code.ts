import { list, object, raw, text } from './code-node.js';
import { ADDONS } from './plan-addon.js';
import type { PlannedImport } from './plan-import.js';
import { printCode } from './print-code.js';

/** What the cluster's code has of an import. */
export interface ImportedCluster {
  readonly options: readonly string[];
  readonly calls: readonly string[];
  readonly imports: readonly string[];
}

const DEFAULT_CONFIG_MAP = 'cluster-vars-terraform';

/** The options, stages and imports that use the addons of an import. */
export const clusterCode = ({
  addons,
  stages,
  externals,
  contract,
  namespaces,
  provides,
  sources,
}: PlannedImport): ImportedCluster => {
  const calls = [
    ...externals.map(({ name, namespace }) =>
      namespace === 'flux-system'
        ? `.external(${printCode(text(name))})`
        : `.external(${printCode(text(name))}, { namespace: ${printCode(text(namespace))} })`,
    ),
    ...stages.map((stage) => {
      const start = `.stage(${printCode(text(stage.name))}, `;
      const members = list(stage.addons.map((one) => raw(`${one}()`)));
      return `${start}${printCode(members, 0, start.length + 6)})`;
    }),
  ];
  const option = (name: string, values: readonly string[]): readonly string[] =>
    values.length === 0 ? [] : `${name}: ${printCode(list(values.map(text)), 0, name.length + 4)},`.split('\n');
  return {
    options: [
      ...(contract === undefined || contract === DEFAULT_CONFIG_MAP
        ? []
        : [`varsConfigMap: ${printCode(text(contract))},`]),
      ...option('namespaces', namespaces),
      ...option('provides', provides),
      ...(sources.length === 0
        ? []
        : `external: ${printCode(list(sources.map(({ kind, namespace, name }) => object({ kind: text(kind), namespace: text(namespace), name: text(name) }))), 0, 12)},`.split(
            '\n',
          )),
    ],
    calls,
    imports: addons.map(
      ({ name, identifier }) => `import { ${identifier} } from './${ADDONS.replace('src/', '')}/${name}.js';`,
    ),
  };
};
