/** Built into Go. https://pkg.go.dev/text/template#hdr-Functions */
const go = `
  and break block call continue define else end eq false ge gt html if index js le len lt ne nil not or print
  printf println range slice template true urlquery with`;

/**
 * Those of Sprig, without env and expandenv, which External Secrets leaves out. https://masterminds.github.io/sprig/
 */
const sprig = `
  abbrev abbrevboth add add1 add1f addf adler32sum ago all any append atoi b32dec b32enc b64dec b64enc base bcrypt
  biggest buildCustomCert camelcase cat ceil chunk clean coalesce compact concat contains date dateInZone
  dateModify date_in_zone date_modify decryptAES deepCopy deepEqual default derivePassword dict dig dir div divf
  duration durationRound empty encryptAES ext fail first float64 floor fromJson genCA genCAWithKey genPrivateKey
  genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey get getHostByName has hasKey
  hasPrefix hasSuffix hello hexdec htmlDate htmlDateInZone htpasswd indent initial initials int int64 isAbs join
  kebabcase keys kindIs kindOf last list lower max maxf merge mergeOverwrite min minf mod mul mulf mustAppend
  mustChunk mustCompact mustDateModify mustDeepCopy mustFirst mustFromJson mustHas mustInitial mustLast mustMerge
  mustMergeOverwrite mustPrepend mustRegexFind mustRegexFindAll mustRegexMatch mustRegexReplaceAll
  mustRegexReplaceAllLiteral mustRegexSplit mustRest mustReverse mustSlice mustToDate mustToJson mustToPrettyJson
  mustToRawJson mustUniq mustWithout must_date_modify nindent nospace now omit osBase osClean osDir osExt osIsAbs
  pick pluck plural prepend quote randAlpha randAlphaNum randAscii randBytes randInt randNumeric regexFind
  regexFindAll regexMatch regexQuoteMeta regexReplaceAll regexReplaceAllLiteral regexSplit repeat replace rest
  reverse round semver semverCompare seq set sha1sum sha256sum sha512sum shuffle slice snakecase sortAlpha split
  splitList splitn squote sub subf substr swapcase ternary title toDate toDecimal toJson toPrettyJson toRawJson
  toString toStrings trim trimAll trimPrefix trimSuffix trimall trunc tuple typeIs typeIsLike typeOf uniq
  unixEpoch unset until untilStep untitle upper urlJoin urlParse uuidv4 values without wrap wrapWith`;

/** External Secrets' own. https://external-secrets.io/latest/guides/templating/#helper-functions */
const own = `
  pkcs12key pkcs12keyPass pkcs12cert pkcs12certPass pemToPkcs12 pemToPkcs12Pass fullPemToPkcs12
  fullPemToPkcs12Pass pemTruststoreToPKCS12 pemTruststoreToPKCS12Pass filterPEM filterCertChain certSANs
  jwkPublicKeyPem jwkPrivateKeyPem toYaml fromYaml rsaDecrypt`;

/** The functions and keywords in templates of an ExternalSecret, for engine v2. */
export const secretFunctions: ReadonlySet<string> = new Set([go, sprig, own].flatMap((all) => all.trim().split(/\s+/)));
