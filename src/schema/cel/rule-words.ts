/**
 * A rule of the kinds that fluxspan wraps, in words that continue `"spec.rules[0]" …`; undefined for any other.
 * Rules of one form are told by the form: Gateway API and Karpenter have many that differ in names alone.
 */
export const ruleWords = (rule: string): string | undefined => {
  const plain = rule.replaceAll(/\s+/g, ' ').trim();
  if (Object.hasOwn(words, plain)) return words[plain];
  for (const [form, say] of forms) {
    const found = form.exec(plain);
    if (found !== null) return say(...(found.slice(1) as string[]));
  }
  return undefined;
};

const quoted = (list: string): string =>
  list
    .replaceAll(/["'\s]/g, '')
    .split(',')
    .map((one) => `"${one}"`)
    .join(', ');

const forms: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    /^!\(has\(self\.(\w+)\) && self\.type != '(\w+)'\)$/,
    (field, type) => `sets "${field}", which needs type "${type}"`,
  ],
  [
    /^!\(!has\(self\.(\w+)\) && self\.type == '(\w+)'\)$/,
    (field, type) => `has type "${type}", which needs "${field}"`,
  ],
  [
    /^self\.type == '(\w+)' \? has\(self\.(\w+)\) : true$/,
    (type, field) => `has type "${type}", which needs "${field}"`,
  ],
  [
    /^has\(self\.(\w+)\) \? self\.type == '(\w+)' : true$/,
    (field, type) => `sets "${field}", which needs type "${type}"`,
  ],
  [/^self\.filter\(f, f\.type == '(\w+)'\)\.size\(\) <= 1$/, (type) => `has more than one filter of type "${type}"`],
  [
    /^!\(has\(self\.(\w+)\) && has\(self\.(\w+)\)\)$/,
    (a, b) => `sets both "${a}" and "${b}", which exclude each other`,
  ],
  [/^!has\(self\.(\w+)\) \|\| !has\(self\.(\w+)\)$/, (a, b) => `sets both "${a}" and "${b}", which exclude each other`],
  [
    /^(has\(self\.\w+\)(?: \|\| has\(self\.\w+\))+)$/,
    (list) => `needs one of ${[...list.matchAll(/self\.(\w+)/g)].map((one) => `"${one[1]}"`).join(', ')}`,
  ],
  [
    /^\(has\(self\.(\w+)\) && !has\(self\.(\w+)\)\) \|\| \(!has\(self\.\w+\) && has\(self\.\w+\)\)$/,
    (a, b) => `needs exactly one of "${a}" and "${b}"`,
  ],
  [
    /^\(self\.type in \['Exact','PathPrefix'\]\) \? !self\.value\.(contains|endsWith)\('([^']+)'\) : true$/,
    (how, text) => `has a path that ${how === 'contains' ? 'contains' : 'ends with'} "${text}"`,
  ],
  [
    /self\.amiSelectorTerms\.exists\(x, has\(x\.alias\) && x\.alias\.find\('\^\[\^@\]\+'\) == '(\w+)'\) \? \(self\.amiFamily == 'Custom' \|\| self\.amiFamily == '(\w+)'\)/,
    (alias, family) => `selects AMIs by an alias of "${alias}", which needs amiFamily "${family}", "Custom" or none`,
  ],
  [/^self\.all\(x, x in \[(.+)\]\)$/, (list) => `has a key that is none of ${quoted(list)}`],
  [
    /^(?:self\.all\(x, x|self) in \[.*\] \|\| !(?:x|self)\.find\("\^\(\[\^\/\]\+\)"\)\.endsWith\("([\w.]+)"\)\)?$/,
    (domain) => `uses the label domain "${domain}", of which only the well-known labels may be used`,
  ],
  [/^(?:self\.all\(x, x|self) != "([\w./-]+)"\)?$/, (label) => `uses the label "${label}", which is not to be set`],
  [/^self\.all\(k, k ?!= ?'([^']+)'\)$/, (tag) => `sets the tag "${tag}", which Karpenter sets itself`],
  [
    /^self\.all\(x, (has\(x\.\w+\)(?: \|\| has\(x\.\w+\))+)\)$/,
    (list) => `has a term without any of ${[...list.matchAll(/x\.(\w+)/g)].map((one) => `"${one[1]}"`).join(', ')}`,
  ],
  [
    /^!self\.(?:all|exists)\(x, has\(x\.(\w+)\) && \(?(.+?)\)*$/,
    (field, list) =>
      `has a term with "${field}" and any of ${[...list.matchAll(/x\.(\w+)/g)].map((one) => `"${one[1]}"`).join(', ')}, which exclude each other`,
  ],
  [/^self\.all\(p1, self\.(?:all|exists_one)\(p2, /, () => 'names one target twice, without different section names'],
  [
    /^\(?\(?has\(self\.(\w+)\) && self\.\1\.exists_one\(b?f?, .*ReplacePrefixMatch/,
    () => 'replaces a path prefix, which needs exactly one match, of type "PathPrefix"',
  ],
  [/ReplacePrefixMatch/, () => 'replaces a path prefix, which needs exactly one match, of type "PathPrefix"'],
  [/self\[15\]\.matches\.size\(\)/, () => 'has more than 128 matches in all its rules together'],
];

const words: Readonly<Record<string, string>> = {
  // Flux
  "!has(self.retryInterval) || self.name != 'RemediateOnFailure'":
    'sets "retryInterval", which needs the strategy "RetryOnFailure"',
  "!has(self.retryInterval) || self.name == 'RetryOnFailure'":
    'sets "retryInterval", which needs the strategy "RetryOnFailure"',
  "!has(self.serviceAccountName) || (has(self.provider) && (self.provider == 'azure' || self.provider == 'aws'))":
    'sets "serviceAccountName", which needs provider "azure" or "aws"',
  "!has(self.verify) || self.sourceRef.kind == 'HelmRepository'":
    'sets "verify", which needs a HelmRepository as its source',
  // External Secrets
  "!('esoNamespace' in self) && !('esoStoreName' in self) && !('esoStoreKind' in self)":
    'sets a label that the operator sets itself ("esoNamespace", "esoStoreName", "esoStoreKind")',
  // Gateway API
  "(size(self.group) == 0 && self.kind == 'Service') ? has(self.port) : true": 'names a Service without a "port"',
  "!('*' in self && self.size() > 1)": 'has "*" beside others',
  '(has(self.backendRefs) && size(self.backendRefs) > 0) ? (!has(self.filters) || self.filters.all(f, !has(f.requestRedirect))): true':
    'redirects requests and has "backendRefs" too',
  "!(self.exists(f, f.type == 'RequestRedirect') && self.exists(f, f.type == 'URLRewrite'))":
    'has filters of type "RequestRedirect" and "URLRewrite", which exclude each other',
  'self.numerator <= self.denominator': 'has a numerator above its denominator',
  "(self.type in ['Exact','PathPrefix']) ? self.value.startsWith('/') : true":
    'has a path that does not begin with "/"',
  '(self.type in [\'Exact\',\'PathPrefix\']) ? self.value.matches(r"""^(?:[-A-Za-z0-9/._~!$&\'()*+,;=:@]|[%][0-9a-fA-F]{2})+$""") : true':
    'has a path with a character that must be percent-encoded',
  "!(has(self.request) && has(self.backendRequest) && duration(self.request) != duration('0s') && duration(self.backendRequest) > duration(self.request))":
    'has a "backendRequest" timeout above that of "request"',
  "self.all(l, l.protocol in ['HTTP', 'TCP', 'UDP'] ? !has(l.tls) : true)":
    'has a listener of HTTP, TCP or UDP with "tls"',
  "self.all(l, (l.protocol == 'HTTPS' && has(l.tls)) ? (l.tls.mode == '' || l.tls.mode == 'Terminate') : true)":
    'has a listener of HTTPS whose tls mode is not "Terminate"',
  "self.all(l, (l.protocol == 'TLS' ? has(l.tls) && has(l.tls.mode) && l.tls.mode != '' : true))":
    'has a listener of TLS without a tls mode',
  "self.all(l, l.protocol in ['TCP', 'UDP'] ? (!has(l.hostname) || l.hostname == '') : true)":
    'has a listener of TCP or UDP with "hostname"',
  'self.all(l1, self.exists_one(l2, l1.name == l2.name))': 'has two listeners of one name',
  'self.all(l1, self.exists_one(l2, l1.port == l2.port && l1.protocol == l2.protocol && (has(l1.hostname) && has(l2.hostname) ? l1.hostname == l2.hostname : !has(l1.hostname) && !has(l2.hostname))))':
    'has two listeners of one port, protocol and hostname',
  "self.mode == 'Terminate' ? size(self.certificateRefs) > 0 || size(self.options) > 0 : true":
    'terminates TLS without "certificateRefs" or "options"',
  'self.all(t1, self.exists_one(t2, t1.port == t2.port))': 'has two entries of one port',
  // Karpenter
  "self != ''": 'is empty',
  "self.all(k, k != '' && self[k] != '')": 'has an empty key or value',
  "self.all(k, k != '')": 'has an empty key',
  'self.size() != 0': 'is empty',
  'self.amiSelectorTerms.exists(x, has(x.alias)) ? true : has(self.amiFamily)':
    'needs "amiFamily", since no AMI is selected by an alias',
  '!(self.exists(x, has(x.alias)) && self.size() != 1)': 'has an alias beside other terms',
  "self.matches('^[a-zA-Z0-9]+@.+$')": 'takes an alias such as "al2023@latest"',
  "self.split('@')[0] in ['al2','al2023','bottlerocket','windows2019','windows2022','windows2025']":
    'takes an alias of "al2", "al2023", "bottlerocket", "windows2019", "windows2022" or "windows2025"',
  "self.split('@')[0] in ['windows2019','windows2022','windows2025'] ? self.split('@')[1] == 'latest' : true":
    'takes of Windows only the version "latest"',
  'self.filter(x, has(x.rootVolume)?x.rootVolume==true:false).size() <= 1': 'has more than one root volume',
  "!has(self.volumeInitializationRate) || (has(self.snapshotID) && self.snapshotID != '')":
    'sets "volumeInitializationRate", which needs "snapshotID"',
  "self.all(x, x=='cpu' || x=='memory' || x=='ephemeral-storage' || x=='pid')":
    'has a key that is none of "cpu", "memory", "ephemeral-storage", "pid"',
  "self.all(x, !self[x].startsWith('-'))": 'has a negative quantity',
  'has(self.imageGCHighThresholdPercent) && has(self.imageGCLowThresholdPercent) ? self.imageGCHighThresholdPercent > self.imageGCLowThresholdPercent : true':
    'has an "imageGCHighThresholdPercent" that is not above "imageGCLowThresholdPercent"',
  'has(self.evictionSoft) ? self.evictionSoft.all(e, (e in self.evictionSoftGracePeriod)):true':
    'has a key in "evictionSoft" that "evictionSoftGracePeriod" lacks',
  'has(self.evictionSoftGracePeriod) ? self.evictionSoftGracePeriod.all(e, (e in self.evictionSoft)):true':
    'has a key in "evictionSoftGracePeriod" that "evictionSoft" lacks',
  "self.size() == 0 || self.exists(x, x.deviceIndex == 0 && x.networkCardIndex == 0 && x.interfaceType == 'interface')":
    'lacks the primary interface (deviceIndex 0, networkCardIndex 0, interfaceType "interface")',
  "self.all(k, !k.startsWith('kubernetes.io/cluster') )":
    'sets a tag under "kubernetes.io/cluster", which Karpenter sets itself',
  "!has(self.replicas) || (!has(self.limits) || size(self.limits) == 0 || (size(self.limits) == 1 && 'nodes' in self.limits))":
    'sets "replicas", with which only "limits.nodes" may be limited',
  '!has(self.replicas) || !has(self.weight)': 'sets both "replicas" and "weight", which exclude each other',
  'self.all(x, has(x.schedule) == has(x.duration))':
    'has a budget with one of "schedule" and "duration" without the other',
  "self.all(x, x.operator == 'In' ? x.values.size() != 0 : true)": 'has a requirement with operator "In" and no values',
  "self.all(x, (x.operator == 'Gt' || x.operator == 'Lt' || x.operator == 'Gte' || x.operator == 'Lte') ? (x.values.size() == 1 && int(x.values[0]) >= 0) : true)":
    'has a requirement with operator "Gt", "Lt", "Gte" or "Lte", which takes exactly one whole number',
  "self.all(x, (x.operator == 'In' && has(x.minValues)) ? x.values.size() >= x.minValues : true)":
    'has a requirement with fewer values than its "minValues"',
};
