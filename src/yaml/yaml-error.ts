/** What the go-yaml v2 reader, or the step from YAML to JSON, refuses; the message is word for word theirs. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}
