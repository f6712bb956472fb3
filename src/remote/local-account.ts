/** The account record of the interface. Without a remote service it describes the page's own, local use. */
export interface Account {
  credits: number
  username: string
  email: string
  api_key: string
  language: string
  webhooks: Record<string, string>
  address: {
    tax: string
    companyName: string
    streetAddress: string
    city: string
    postalCode: string
    country: string
    countryName: string
    isCompany: boolean
  }
}

export const localAccount = (own: Partial<Account> = {}): Account => ({
  credits: 0,
  username: 'local',
  email: '',
  api_key: '',
  language: 'en',
  webhooks: {},
  ...own,
  address: {
    tax: '',
    companyName: '',
    streetAddress: '',
    city: '',
    postalCode: '',
    country: '',
    countryName: '',
    isCompany: false,
    ...own.address,
  },
})
