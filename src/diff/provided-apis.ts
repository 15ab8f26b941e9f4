import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { openPackageSchemas } from '../schema/package-schemas.js';

/** The APIs of groups that addons provide by a chart or another repository, as far as the package knows their kinds. */
export const providedApis = ({ addons }: CompiledCluster): readonly string[] => {
  const known = openPackageSchemas();
  const groups = new Set(addons.flatMap(({ built }) => built.instance.definition.provides ?? []));
  return [...groups]
    .filter((group) => group.includes('.'))
    .flatMap((group) =>
      known
        .kinds(group)
        .flatMap((kind) =>
          Object.keys(known.find(group, kind)?.versions ?? {}).flatMap((version) => [
            `${group}/${version}`,
            `${group}/${version}/${kind}`,
          ]),
        ),
    );
};
