/** The key of a ConfigMap in one cluster. */
export const configMapKey = (namespace: string, name: string): string => `${namespace}/${name}`;
