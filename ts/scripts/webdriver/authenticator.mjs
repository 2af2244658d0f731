// Commands for tests that touch a passkey: an authenticator made of software, with PRF.

const properties = {
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
}

/** What a test calls as `commands.addAuthenticator()`; gives whether the browser's driver has one. */
export const authenticators = {
  async addAuthenticator({ webdriver, provider, sessionId }) {
    if (webdriver) return overWebDriver(webdriver)
    const session = await provider.getCDPSession(sessionId)
    await session.send('WebAuthn.enable', { enableUI: false })
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...properties,
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        hasPrf: true,
        automaticPresenceSimulation: true,
      },
    })
    return true
  },
}

async function overWebDriver(session) {
  try {
    await session.send('POST', 'webauthn/authenticator', {
      ...properties,
      protocol: 'ctap2_1',
      isUserConsenting: true,
      extensions: ['prf'],
    })
    return true
  } catch (error) {
    if (['unknown command', 'unsupported operation'].includes(error.code)) return false
    throw error
  }
}
