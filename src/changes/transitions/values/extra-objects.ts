import { keyOf, titleOf, tryReadId } from '../../../applied/object-id.js';
import { fieldsOf, listOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { KEEP } from '../../../knowledge/form/helm-release.js';
import { parseYamlDocuments } from '../../../yaml/parse-yaml.js';
import { YamlError } from '../../../yaml/yaml-error.js';
import { tryFindLoss } from '../../losses/find-loss.js';
import type { Found } from '../found.js';
import type { Sides } from '../sides.js';

/** The names that charts use for values that are lists of whole objects. */
const KEYS = /^(?:extra|additional)(?:Objects|Manifests|Deploy|Resources)$/;

/** Describes objects that leave the values of a release and whose removal destroys more. */
export const lostExtraObjects = ({ from, to, next, before }: Sides): readonly Found[] => {
  const [was, is] = [from, to].map((json) => fieldsOf(fieldsOf(json['spec'])['values']));
  return Object.keys(was!)
    .filter((key) => KEYS.test(key))
    .flatMap((key) => {
      const kept = new Set(objectsIn(is![key]).map(({ id }) => keyOf(id)));
      return objectsIn(was![key]).flatMap(({ id: given, json }): readonly Found[] => {
        if (kept.has(keyOf(given)) || fieldsOf(fieldsOf(json['metadata'])['annotations'])[KEEP] === 'keep') return [];
        const id = given.namespace === '' ? { ...given, namespace: next.id.namespace } : given;
        const object = { id, key: keyOf(id), holdings: [{ ...next.holdings[0], json }] as const };
        const loses = tryFindLoss(object, before)?.loses;
        if (loses === undefined) return [];
        return [
          {
            harm: {
              severity: 'warning',
              destroys: `${titleOf(id)} and ${loses}`,
              effect: `Helm deletes an object that is no longer among ${key}`,
              instead: `to keep it, set the annotation ${KEEP}: keep on it in a change of its own first`,
            },
            words: `no ${titleOf(id)} in spec.values.${key}`,
            path: `spec.values.${key}`,
            severity: 'warning',
          },
        ];
      });
    });
};

const objectsIn = (list: unknown) =>
  listOf(list)
    .flatMap((item) => (typeof item === 'string' ? documentsIn(item) : [item]))
    .filter(isObject)
    .flatMap((json: JsonObject) => {
      const id = tryReadId(json);
      return id === undefined ? [] : [{ id, json }];
    });

const documentsIn = (text: string): readonly unknown[] => {
  try {
    return parseYamlDocuments(text);
  } catch (error) {
    // The chart's own templates aren't plain YAML.
    if (error instanceof YamlError) return [];
    throw error;
  }
};
