import { objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';

/** What the base's contract declares about ConfigMaps. */
export interface HadContract {
  /** By name, the addons that declare each var. */
  readonly vars: ReadonlyMap<string, readonly string[]>;
  readonly configMaps: readonly { readonly namespace: string; readonly name: string; readonly isVars: boolean }[];
}

/** Returns undefined if the text isn't a contract. */
export const parseHadContract = (text: string): HadContract | undefined => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The text may contain merge conflicts.
    return undefined;
  }
  if (!isObject(json) || !isObject(json['vars'])) return undefined;
  return {
    vars: new Map(
      Object.entries(json['vars']).map(([name, one]) => {
        const by = isObject(one) ? one['declaredBy'] : undefined;
        return [name, Array.isArray(by) ? by.map(String) : []];
      }),
    ),
    configMaps: objectsOf(json['configMaps']).map(({ namespace, name, holds }) => ({
      namespace: String(namespace),
      name: String(name),
      isVars: holds === 'vars',
    })),
  };
};

/** Whether an object is the ConfigMap with the vars. */
export const isVarsOf = (
  { configMaps }: HadContract,
  namespace: string,
  { kind, name }: { readonly kind: string; readonly name: string },
): boolean =>
  kind === 'ConfigMap' && configMaps.some((one) => one.isVars && one.namespace === namespace && one.name === name);
