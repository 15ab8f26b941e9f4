import { fieldsOf, listOf, textOf } from '../../../json/as-shape.js';
import { UNKNOWN } from '../unknown.js';

type Attributes = Readonly<Record<string, unknown>>;

const nameOf = (attributes: Attributes): unknown => fieldsOf(listOf(attributes['metadata'])[0])['name'] ?? UNKNOWN;

/** Attributes that a provider computes from others alone: the id of a Namespace is its name. */
const COMPUTED: Readonly<Record<string, (attributes: Attributes) => unknown>> = {
  'kubernetes_namespace.id': nameOf,
  'kubernetes_namespace_v1.id': nameOf,
  // https://registry.terraform.io/providers/Infisical/infisical/latest/docs/resources/secret_folder
  'infisical_secret_folder.path': ({ folder_path: above, name }) => {
    const [folder, own] = [textOf(above), textOf(name)];
    return folder === undefined || own === undefined ? UNKNOWN : `${folder.replace(/\/$/, '')}/${own}`;
  },
};

/** @param type `data.` before that of a data source */
export const computedAttribute = (type: string, name: string, attributes: Attributes): unknown =>
  COMPUTED[`${type}.${name}`]?.(attributes) ?? UNKNOWN;
