/** By which the ConfigMaps of one cluster are looked up. */
export const configMapKey = (namespace: string, name: string): string => `${namespace}/${name}`;
