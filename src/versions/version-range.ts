/** A version or a part of a range as Helm and Flux read it: https://github.com/Masterminds/semver#checking-version-constraints */
const PART =
  /^(?:[=><^]|!=|==|>=|<=|=>|=<|~>?)?\s*v?(?:\d+|[xX*])(?:\.(?:\d+|[xX*])){0,2}(?:-[\dA-Za-z.-]+)?(?:\+[\dA-Za-z.-]+)?$/;

/** Whether Helm and Flux read a text as a version, or as a range of versions. */
export const isVersionRange = (version: string): boolean =>
  version.split('||').every((either) =>
    either
      .replaceAll(/([=><^~!])\s+/g, '$1')
      .replaceAll(/ - /g, ' ')
      .trim()
      .split(/\s*,\s*|\s+/)
      .every((part) => PART.test(part)),
  );
