/** Whether kustomize and Flux read a file as manifests. */
export const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);
