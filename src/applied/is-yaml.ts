/** Whether kustomize and Flux read a file as manifests. */
export const isYaml = (path: string): boolean => path.endsWith('.yaml') || path.endsWith('.yml');
