import { groupOf } from '../../constructs/reference.js';
import { fieldsOf, textOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { isClusterScoped } from '../../knowledge/index.js';
import type { UnseenModule } from '../../terraform/read/index.js';
import { parseYamlDocuments } from '../../yaml/parse-yaml.js';
import { YamlError } from '../../yaml/yaml-error.js';
import type { MadeObject } from './made-object.js';
import { textsIn } from './texts-in.js';

/** A manifest in the YAML that a call gives to a module from elsewhere, which applies it somewhere. */
export interface GivenManifest extends MadeObject {
  readonly json: Readonly<Record<string, unknown>>;
}

/** Stands in YAML for what Terraform alone knows: a letter that no manifest has. */
const MARK = '\ue000';

/** Texts of modules are hardly ever longer. */
const LONGEST = 200_000;

export const givenManifests = ({ address, place, attributes, partialTexts }: UnseenModule): readonly GivenManifest[] =>
  [...textsIn(attributes), ...[...partialTexts.values()].map((parts) => parts.map((one) => one ?? MARK).join(''))]
    .flatMap(documentsOf)
    .flatMap((json): readonly GivenManifest[] => {
      const { apiVersion, kind, metadata } = json;
      const { name, namespace } = fieldsOf(metadata);
      if (![apiVersion, kind, name].every((one) => typeof one === 'string' && one !== '' && !one.includes(MARK)))
        return [];
      const group = groupOf(String(apiVersion));
      const written = textOf(namespace);
      return [
        {
          group,
          kind: String(kind),
          // Without one, the module decides.
          namespace: isClusterScoped(group, String(kind)) ? '' : written?.includes(MARK) === true ? undefined : written,
          name: String(name),
          address,
          place: `${place.file}:${place.line}`,
          isGiven: true,
          json,
        },
      ];
    });

const documentsOf = (text: string): readonly Readonly<Record<string, unknown>>[] => {
  if (text.length > LONGEST || !/^[ \t]*"?apiVersion"?:/m.test(text)) return [];
  try {
    return parseYamlDocuments(text).flatMap((one) => (isObject(one) ? [one] : []));
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
};
