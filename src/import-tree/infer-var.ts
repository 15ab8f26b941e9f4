import { awsAccountId, awsRegion, cidr, email, hostname, vpcId } from '../contract/index.js';
import { parseYaml } from '../yaml/parse-yaml.js';

/** The type of a var in code, and a value of that type. */
export interface VarType {
  /** `hostname()`, `z.int()`. */
  readonly code: string;
  /** What the code imports from fluxspan; `z` comes from zod. */
  readonly imports: readonly string[];
  readonly sample: string;
}

export interface VarFacts {
  readonly name: string;
  /** The value, if the repository has it. */
  readonly value: string | undefined;
  /** The types of the fields that it fills alone: `integer`, `boolean`, `string`; empty if none is known. */
  readonly fields: readonly string[];
  /** It is always a whole value, and never a part of a text. */
  readonly isWhole: boolean;
}

const zod = (code: string, sample: string): VarType => ({ code, imports: [], sample });

/** Ready-made inputs, by names that are a habit. The value must fit the pattern of the input. */
const BY_NAME = [
  [/(?:^|_)(?:HOST|HOSTNAME|DOMAIN|DOMAIN_NAME|FQDN)$/, 'hostname', hostname, 'app.example.org'],
  [/(?:^|_)EMAIL$/, 'email', email, 'ops@example.org'],
  [/(?:^|_)CIDR$/, 'cidr', cidr, '10.0.0.0/16'],
  [/(?:^|_)VPC_ID$/, 'vpcId', vpcId, 'vpc-0123456789abcdef0'],
  [/AWS_REGION$/, 'awsRegion', awsRegion, 'eu-west-1'],
  [/AWS_ACCOUNT(?:_ID)?$/, 'awsAccountId', awsAccountId, '123456789012'],
] as const;

/** The type of a var, by its value, where it is used, and its name. */
export const inferVar = ({ name, value, fields, isWhole }: VarFacts): VarType => {
  const read = value === undefined ? undefined : tryScalar(value);
  const isTextField = fields.includes('string');
  if (isWhole && !isTextField) {
    if (typeof read === 'boolean' || (read === undefined && fields.includes('boolean')))
      return zod('z.boolean()', 'true');
    const isWholeNumber = typeof read === 'number' ? Number.isInteger(read) : fields.includes('integer');
    if (isWholeNumber && (read === undefined || String(read) === value)) return zod('z.int()', '3');
    if (typeof read === 'number' && String(read) === value) return zod('z.number()', '1.5');
    if (read === undefined && fields.includes('number')) return zod('z.number()', '1.5');
    if (read === undefined && fields.length === 0) {
      if (/(?:^|_)(?:REPLICAS|COUNT|PORT)$/.test(name)) return zod('z.int()', '3');
      if (/(?:^|_)ENABLED$/.test(name)) return zod('z.boolean()', 'true');
    }
  }
  for (const [pattern, input, make, sample] of BY_NAME) {
    if (pattern.test(name) && (value === undefined || make().safeParse(value).success))
      return { code: `${input}()`, imports: [input], sample };
  }
  return zod('z.string()', 'some-text');
};

const tryScalar = (value: string): unknown => {
  try {
    return parseYaml(value);
  } catch {
    return value;
  }
};
