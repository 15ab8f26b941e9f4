/** `aws-load-balancer-controller` becomes `AwsLoadBalancerController`. */
export const pascalCase = (text: string): string => {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  // A letter after a digit too, as in the names that were generated so far.
  const name = words
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')
    .replace(/\d[a-z]/g, (pair) => pair.toUpperCase());
  return /^[0-9]/.test(name) || name === '' ? `Chart${name}` : name;
};

/** The part that a key adds to the name of an interface; a key without a letter is `Key`. */
export const pascalCaseKey = (key: string): string => {
  const name = pascalCase(key);
  return name.startsWith('Chart') && !/^chart/i.test(key) ? name.slice('Chart'.length) || 'Key' : name;
};
