/** A path in Helm values as one would write it in code: `settings.clusterName`, `env[0]`, `nodeSelector["kubernetes.io/os"]`. */
export const printValuePath = (path: readonly (string | number)[]): string => {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[\w$-]+$/.test(part)) text += text === '' ? part : `.${part}`;
    else text += `[${JSON.stringify(part)}]`;
  }
  return text;
};
