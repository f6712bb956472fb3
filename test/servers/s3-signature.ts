import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'

interface Keys {
  accessKeyId: string
  secretAccessKey: string
}

/** Whether a request has the version 4 signature that these keys make for it. */
export async function isSigned(request: Request, credentials: Keys): Promise<boolean> {
  const authorization = request.headers.get('Authorization') ?? ''
  const [, region = '', names = '', signature] =
    /Credential=[^/]+\/\d{8}\/([^/]+)\/s3\/aws4_request, *SignedHeaders=([^,]+), *Signature=(\w+)/.exec(
      authorization,
    ) ?? []
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(
    request.headers.get('X-Amz-Date') ?? '',
  )
  if (!signature || !date || !names.split(';').includes('host')) return false
  const [year, month, day, hour, minute, second] = date.slice(1)
  const url = new URL(request.url)
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(
        names.split(';').map((name) => [name, request.headers.get(name) ?? '']),
      ),
    },
    { signingDate: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) },
  )
  return signed.headers.authorization?.endsWith(`Signature=${signature}`) ?? false
}
