/** `a.b[0]`, and `a["b.c"]` where a key is no plain word. */
export const joinPath = (path: string, key: string | number): string =>
  typeof key === 'number'
    ? `${path}[${key}]`
    : /^[\w-]+$/.test(key)
      ? path === ''
        ? key
        : `${path}.${key}`
      : `${path}["${key}"]`;
