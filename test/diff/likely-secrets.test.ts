import { describe, expect, it } from 'vitest';
import { compareFields } from '../../src/diff/compare-fields.js';
import { printField } from '../../src/diff/print/print-field.js';
import { asShown, openRedactor } from '../../src/diff/redact.js';
import type { JsonObject } from '../../src/json/json-value.js';
import { isSecretKey } from '../../src/redaction/secret-keys.js';
import { madeUp, madeUpWebhooks } from '../rules/webhooks.js';

const redactor = openRedactor();
const shownOf = (json: object) => asShown(JSON.stringify(redactor.shown(redactor.object(json as JsonObject))));
const release = (values: object) => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'a' },
  values,
});
const file = (text: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { file: text } });
const container = (more: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a' },
  spec: { containers: [{ name: 'a', image: 'a:1', ...more }] },
});
const base64 = (text: string) => Buffer.from(text).toString('base64');
const key = `-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----\n`;

/** Each holds `hunter2`. */
const objects: readonly (readonly [what: string, json: object])[] = [
  ['values: a password', release({ adminPassword: 'hunter2' })],
  ['values: deep', release({ auth: { db: { 'root-password': 'hunter2' } } })],
  ['values: a number', release({ smtp: { password: 'hunter2', pin_token: 'hunter2' } })],
  ['values: a client secret', release({ config: { clientSecret: 'hunter2', cookieSecret: 'hunter2' } })],
  ['values: a key', release({ authentik: { secret_key: 'hunter2' }, s3: { accessKey: 'hunter2' } })],
  ['values: a list', release({ passwords: ['hunter2'] })],
  ['values: a map of secrets', release({ stringData: { a: 'hunter2' }, secretEnv: { b: 'hunter2' } })],
  ['values: environment variables', release({ env: [{ name: 'DB_PASSWORD', value: 'hunter2' }] })],
  ['values: a map of variables', release({ env: { DATABASE_URL: 'postgres://app:hunter2@db/app' } })],
  ['values: a default of a var', release({ password: '${DB_PASSWORD:=hunter2}' })],
  ['values: a file', release({ config: 'server:\n  auth:\n    password: hunter2\n' })],
  ['values: flags', release({ extraArgs: ['--db-password=hunter2', '--api-token', 'hunter2'] })],
  ['values: a header', release({ headers: { Authorization: 'Bearer hunter2' } })],
  ['a variable', container({ env: [{ name: 'SMTP_PASS', value: 'hunter2' }] })],
  ['a command', container({ command: ['sh', '-c', 'PGPASSWORD=hunter2 psql -h db'] })],
  ['arguments', container({ args: ['--token', 'hunter2'] })],
  ['curl -u', container({ command: ['sh', '-c', 'curl -u admin:hunter2 https://example.org'] })],
  [
    'a header of a probe',
    container({ livenessProbe: { httpGet: { httpHeaders: [{ name: 'Authorization', value: 'Basic hunter2' }] } } }),
  ],
  ['curl -H', container({ command: ['sh', '-c', "curl -H 'Authorization: Bearer hunter2' https://example.org"] })],
  ['a key of a ConfigMap', { kind: 'ConfigMap', data: { DB_PASSWORD: 'hunter2' } }],
  ['a binary file', { kind: 'ConfigMap', binaryData: { file: base64('password=hunter2\n') } }],
  ['properties', file('user=app\nspring.datasource.password=hunter2\n')],
  ['INI', file('[database]\npassword = hunter2\n')],
  ['YAML', file('db:\n  user: app\n  password: "hunter2"\n')],
  ['YAML of several lines', file('db:\n  password: |\n    hunter2\n  user: app\n')],
  ['YAML in flow', file('db: {user: app, password: hunter2}\n')],
  ['YAML of variables', file('env:\n  - name: API_TOKEN\n    value: hunter2\n')],
  ['JSON', file('{"user":"app","api_key":"hunter2"}')],
  ['JSON over two lines', file('{"user": "app",\n "password":\n  "hunter2"}')],
  ['a file in base64', file(base64('user: app\npassword: hunter2\n'))],
  ['docker login', container({ command: ['sh', '-c', 'docker login -u app -p hunter2 example.org'] })],
  ['mysql', container({ command: ['sh', '-c', 'mysql -u root -phunter2 app'] })],
  ['sshpass', container({ command: ['sh', '-c', 'sshpass -p hunter2 ssh example.org'] })],
  ['a password of mysqldump', release({ command: 'mysqldump -u root -phunter2 shop' })],
  ['the login of a registry', release({ json: '{"auths":{"ghcr.io":{"auth":"hunter2"}}}' })],
  ['a short webhook of Slack', release({ url: 'https://hooks.slack.com/services/T00/B00/hunter2' })],
  ['TOML', file('[auth]\nsecret_key = "hunter2"\n')],
  ['XML', file('<db><user>app</user><password>hunter2</password></db>')],
  ['npm', file('//registry.example.org/:_authToken=hunter2\n')],
  ['a registry', file(`{"auths":{"example.org":{"auth":"${base64('app:hunter2')}"}}}`)],
  ['Redis', file('port 6379\nrequirepass hunter2\n')],
  ['SQL', file("CREATE USER app IDENTIFIED BY 'hunter2';\nALTER ROLE app PASSWORD 'hunter2';\n")],
  ['a connection string', file('Server=db;User Id=app;Password=hunter2;')],
  ['a DSN', file('host=db user=app password=hunter2 sslmode=require')],
  ['a DSN of MySQL', file('app:hunter2@tcp(db:3306)/app')],
  ['a URL', file('url: redis://:hunter2@redis:6379/0\n')],
  ['a query', file('https://example.org/hook?token=hunter2&a=b')],
  ['a key in PEM', file(key)],
  [
    'a signed URL of Azure',
    file('https://a.blob.core.windows.net/b?sv=2024-11-04&sp=r&sig=hunter2%2Babc%3D&se=2030\n'),
  ],
  ['a token of Azure alone', release({ sas: 'sv=2024-11-04&ss=b&sig=hunter2abcdefgh' })],
  ['a presigned URL of S3', file('{"url": "https://a.s3.amazonaws.com/b?X-Amz-Date=1\\u0026X-Amz-Signature=hunter2"}')],
  ['a signed URL of Google Cloud', release({ url: 'https://storage.googleapis.com/a?X-Goog-Signature=hunter2' })],
  ['a signed request', file(`Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=hunter2`)],
  ['a shared key', file('DefaultEndpointsProtocol=https;AccountName=a;AccountKey=hunter2;EndpointSuffix=b')],
  ['an Event Hub', file('Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=b;SharedAccessKey=hunter2')],
  ['Set-Cookie', file('HTTP/1.1 200 OK\r\nSet-Cookie: session=hunter2; Path=/; HttpOnly\r\n')],
  ['Set-Cookie of nginx', file('add_header Set-Cookie "session=hunter2; Path=/";\n')],
  ['a cookie of curl', container({ args: ['sh', '-c', "curl --cookie 'session=hunter2' https://example.org"] })],
  ['a cookie of curl without quotes', file('curl -s --cookie session=hunter2 https://example.org\n')],
  ['a cookie of curl in short', file(`curl -L -b "a=b; session=hunter2" https://example.org\n`)],
  ['a header of a filter', { kind: 'HTTPRoute', set: [{ name: 'Set-Cookie', value: 'session=hunter2; Secure' }] }],
  ['a map of headers', release({ headers: { Cookie: 'a=1; session=hunter2' } })],
  ['.pgpass', file('# host:port:database:user:password\ndb.example.org:5432:app:app:hunter2\n')],
  ['.pgpass with wildcards', file('*:*:*:app:hunter2\n')],
  ['.pgpass in a command', container({ command: ['sh', '-c', 'echo "db:5432:*:app:hunter2" > ~/.pgpass'] })],
  ['.netrc', file('machine git.example.org\n  login app\n  password hunter2\n')],
  ['the default of .netrc', file('default login app password hunter2\n')],
  ['.netrc without a login', file('machine git.example.org password hunter2\n')],
  ['a Secret that kubectl creates', file('kubectl create secret generic a --from-literal=pin=hunter2\n')],
  ['openssl', file('openssl enc -aes256 -pass pass:hunter2 -in a\n')],
  ['a list of Redis', file('user default on >hunter2 ~* +@all\n')],
  ['a list of PgBouncer', file('"app" "SCRAM-SHA-256$4096:hunter2"\n')],
  ['HAProxy', file('userlist a\n  user b insecure-password hunter2\n')],
  ['the statistics of HAProxy', file('  stats auth admin:hunter2\n')],
  ['OpenLDAP', file('binddn cn=a\nbindpw hunter2\n')],
  ['a password in short', container({ env: [{ name: 'LDAP_BIND_PW', value: 'hunter2' }] })],
  ['SSSD', file('ldap_default_authtok = hunter2\n')],
  ['WireGuard', file('[Peer]\nPresharedKey = hunter2\n')],
  ['a header that nginx sets', file('proxy_set_header X-Api-Key "hunter2";\n')],
  ['a login that nginx sets', file('proxy_set_header Authorization "Basic hunter2";\n')],
  ['a webhook of Mattermost', file('https://chat.example.org/hooks/hunter2abcdefghijklmnopqrs\n')],
  ['a key of a kubeconfig', file(`users:\n- user:\n    client-key-data: ${base64(key)}\n`)],
  ['a shell', file('export GITHUB_TOKEN="hunter2"\n')],
  ['a patch to merge', { kind: 'Kustomization', spec: { patches: [{ patch: 'spec:\n  password: hunter2\n' }] } }],
  [
    'a patch of operations',
    {
      kind: 'Kustomization',
      spec: {
        patches: [
          {
            target: { kind: 'HelmRelease' },
            patch: '- op: add\n  path: /spec/values/adminPassword\n  value: hunter2\n',
          },
        ],
      },
    },
  ],
  ['substitutions', { kind: 'Kustomization', spec: { postBuild: { substitute: { DB_PASSWORD: 'hunter2' } } } }],
  ['PagerDuty', { kind: 'Provider', spec: { type: 'pagerduty', channel: 'hunter2' } }],
  ['variables of Terraform', { kind: 'Terraform', spec: { vars: [{ name: 'db_password', value: 'hunter2' }] } }],
  ['inputs', { kind: 'ResourceSet', spec: { inputs: [{ tenant: 'a', password: 'hunter2' }] } }],
  [
    'inputs of a Secret',
    {
      kind: 'ResourceSet',
      spec: {
        inputs: [{ tenant: 'a', login: 'hunter2' }],
        resources: [{ apiVersion: 'v1', kind: 'Secret', stringData: { a: '<< inputs.login >>' } }],
      },
    },
  ],
  [
    'inputs of a Secret in a template',
    {
      kind: 'ResourceSet',
      spec: {
        inputs: [{ login: 'hunter2' }],
        resourcesTemplate: 'kind: Secret\napiVersion: v1\nstringData:\n  a: << inputs.login | quote >>\n',
      },
    },
  ],
  ['a Fake generator', { kind: 'Fake', spec: { data: { a: 'hunter2' } } }],
  [
    "a cluster's Fake generator",
    { kind: 'ClusterGenerator', spec: { generator: { fakeSpec: { data: { a: 'hunter2' } } } } },
  ],
  ['a fake store', { kind: 'SecretStore', spec: { provider: { fake: { data: [{ key: '/a', value: 'hunter2' }] } } } }],
  [
    'a fake cluster store',
    { kind: 'ClusterSecretStore', spec: { provider: { fake: { data: [{ key: '/a', valueMap: { a: 'hunter2' } }] } } } },
  ],
  [
    'what kubectl wrote',
    {
      kind: 'Deployment',
      metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'hunter2' } },
    },
  ],
];

describe('what a diff shows', () => {
  it.each(objects)('has no secret of %s', (_, json) => {
    expect(JSON.stringify(json)).toMatch(/hunter2|[\w+/]{8,}/);
    const shown = shownOf(json);
    expect(shown).not.toContain('hunter2');
    expect(shown).not.toContain(base64('hunter2').slice(0, 6));
    expect(shown).toMatch(/\(secret\)|:…@/);
  });

  it.each([
    `ghp_${madeUp(36)}`,
    `AIza${madeUp(35)}`,
    `https://api.telegram.org/bot123456789:AA${madeUp(33)}/sendMessage`.slice(0, -12),
    `glpat-${madeUp(20)}`,
    `xoxb-123456789012-${madeUp(24)}`,
    `eyJ${madeUp(20)}.eyJ${madeUp(20)}.${madeUp(40)}`,
    `AGE-SECRET-KEY-1${madeUp(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`,
    '$2y$05$abcdefghijklmnopqrstuv',
    ...madeUpWebhooks(),
  ])('has no text in the form of a secret: %s', (text) => {
    expect(shownOf(release({ a: `x ${text}` }))).not.toContain(text.slice(-20));
    expect(shownOf(file(`x: ${text}\n`))).not.toContain(text.slice(-20));
  });

  const harmless: readonly object[] = [
    release({ existingSecret: 'login', auth: { existingSecretPasswordKey: 'password', secretName: 'login' } }),
    release({
      adminPasswordKey: 'admin-password',
      passwordFile: '/etc/pass',
      tlsSecret: 'tls',
      imagePullSecret: 'pull',
    }),
    release({ password: '', token: true, secretKey: '${SECRET}', apiKey: '{{ .Values.key }}', pass: null }),
    release({ tokenExpiration: '1h', maxTokens: 5, keyPrefix: 'a', passwordPolicy: 'strong', topologyKey: 'zone' }),
    release({ image: 'ghcr.io/a/b@sha256:abc', url: 'https://example.org:8443/a@b', issuer: 'http://a' }),
    container({ env: [{ name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } }] }),
    container({ args: ['--token-file', '/var/run/token', '--user', '1000:1000', '--token=$(TOKEN)'] }),
    container({
      command: ['sh', '-c', 'docker run -u 1000 -p 8080:80 a; mkdir -p /a/b; psql -U app -p 5432; cp -p a b'],
    }),
    release({
      logo: base64('just a text without one'),
      digest: 'deadbeefdeadbeef',
      url: 'https://hooks.slack.com/services/...',
      shell: 'mysql -p"$MYSQL_PWD" -P 3306; mysqldump -h db -p $PASSWORD',
      empty: '{"auths":{}}',
      template: '{"auths":{"%s":{"auth":"%s"}}}',
      other: "oc patch role/percona-server-mysql-operator --type json -p='[]'",
    }),
    file('{"passwordKey":\n "a", "user":\n "b"}'),
    container({ volumeMounts: [{ name: 'token', mountPath: '/var/run/secrets/token' }] }),
    file(
      'password: ${PASSWORD}\ntoken: {{ .token }}\nsecret: "$SECRET"\nclient_secret: !File /a/b\nkey: a\nauth: basic\n',
    ),
    { kind: 'Ingress', metadata: { annotations: { 'nginx.ingress.kubernetes.io/auth-secret': 'basic' } } },
    {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      spec: { data: [{ secretKey: 'password', remoteRef: { key: 'a', property: 'token' } }] },
    },
    { kind: 'CustomResourceDefinition', spec: { description: 'password: the password' } },
    file('00:11:22:33:44:55 10.0.0.1:80:8080 arn:aws:s3:::a fe80::1:80:a:b 127.0.0.1:5432:5432:5432:5432 a:1:b:c\n'),
    file('{{ .host }}:5432:app:app:{{ .password }}\n*:*:*:app:${PASSWORD}\n*:*:*:*:*\n'),
    file('https://example.org/a?design=abcdefghijkl&signed=abcdefghijkl&sig={{ .sig }}\n'),
    file('proxy_set_header Cookie $http_cookie;\nproxy_hide_header Set-Cookie;\ncookie: { secure: true }\n'),
    file(
      'proxy_set_header X-Request-Id $request_id;\nproxy_set_header X-Auth-Token $token;\ncurl -b cookies.txt a=b\n',
    ),
    file('user nginx;\nevery user > 5 years of age; the user is on x > y; https://a/hooks/install\npw: ${PW}\n'),
    file('log in with a machine account; login and password come from the cookie: see a=b\n'),
    file(`certificate-authority-data: ${base64(key.replaceAll('RSA PRIVATE KEY', 'CERTIFICATE'))}\n`),
    { kind: 'HTTPRoute', set: [{ name: 'X-Cookie-Name', value: 'a=b' }], remove: ['Set-Cookie', 'Cookie'] },
    { kind: 'ResourceSet', spec: { inputs: [{ tenant: 'a', version: '1.x' }], resources: [{ kind: 'ConfigMap' }] } },
    { kind: 'ServiceAccount', automountServiceAccountToken: false, imagePullSecrets: [{ name: 'pull' }] },
  ];
  it.each(harmless)('keeps what is none: %j', (json) => {
    expect(redactor.shown(redactor.object(json as JsonObject))).toEqual(json);
  });
});

it.each([
  ['adminPassword', true],
  ['DB_PASSWORD', true],
  ['aws-secret-access-key', true],
  ['AWS_ACCESS_KEY_ID', false],
  ['secretKeyRef', false],
  ['existingSecret', false],
  ['oauth.clientSecret', true],
  ['tls-secret', false],
  ['primaryKey', false],
  ['publicKey', false],
  ['compass', false],
  ['bypass', false],
  ['LDAP_BIND_PW', true],
  ['bindpw', true],
  ['psk', true],
  ['httpwd', false],
])('tells whether %s is the name of a secret', (name, expected) => expect(isSecretKey(name)).toBe(expected));

describe("a change of what isn't shown", () => {
  const changes = (from: object, to: object) =>
    compareFields(redactor.shown(from as JsonObject), redactor.shown(to as JsonObject))
      .map(printField)
      .flatMap(({ line, lines }) => [line, ...lines]);

  it('is told of a URL', () => {
    const at = (password: string) => ({ spec: { url: `https://app:${password}@example.org` } });
    expect(changes(at('hunter2'), at('hunter3'))).toEqual(['spec.url  changes (secret)']);
  });

  it('is told of one line of a text', () => {
    const at = (password: string) => ({ data: { file: `user: app\npassword: ${password}\nport: 1\n` } });
    expect(changes(at('hunter2'), at('hunter3'))).toEqual(
      ['data.file', ' user: app', '-password: (secret)', '+password: (secret)', ' port: 1'].filter(
        (line) => line !== '',
      ),
    );
  });

  it('is none where the secret is the same', () => {
    const at = (port: number) => ({ env: { url: `redis://:hunter2@redis:${port}` } });
    expect(changes(at(1), at(2))).toEqual(['env.url  "redis://:…@redis:1" → "redis://:…@redis:2"']);
  });
});

it.each([
  'a',
  'a:',
  'a.',
  'password',
  'password: ',
  '"',
  'a: |\n',
  '-----BEGIN PRIVATE KEY-----',
  '"password":\n',
  ' -u a',
  'QUJD',
  'https://logic.azure.com/',
  'a:5432:b:c:',
  '*:',
  'Cookie: a=',
  '&sig=',
  'machine a login b ',
  'machine a ',
  'user a ',
  'curl -b ',
  'curl -s ',
  'add_header x ',
  'LS0tLS1CRUdJTi',
  ' ',
])('takes little time for a long text of %j', (part) => {
  const text = part.repeat(100_000 / part.length);
  // Where it took the square of the length, the test would end at its limit.
  expect(redactor.shown(file(`token @ :// azure ${text}`))).toBeDefined();
});
