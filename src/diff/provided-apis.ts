import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { objectsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
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

/** The APIs that CRDs serve. */
export const apisOfCrds = (crds: readonly JsonObject[]): readonly string[] =>
  crds.flatMap((json) => {
    const { group, names, versions } = specOf(json) as { group?: unknown; names?: unknown; versions?: unknown };
    const kind = isObject(names) ? names['kind'] : undefined;
    return objectsOf(versions)
      .filter(({ served }) => served === true)
      .flatMap(({ name }) => [`${String(group)}/${String(name)}`, `${String(group)}/${String(name)}/${String(kind)}`]);
  });
