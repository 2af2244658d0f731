//! See `countersign_core::http_sig::web_bot_auth`.

use countersign_core::{
    http_sig::web_bot_auth::{
        agent_field, agents_to_json, card_to_json, directory, directory_to_json, registry_to_json,
    },
    pop::read_keys,
};

boundary! {
    fn web_bot_auth_agents as "webBotAuthAgents" (field: String) -> String {
        agents_to_json(&field)
    }

    fn web_bot_auth_agent_field as "webBotAuthAgentField" (label: String, url: String) -> String {
        agent_field(&label, &url)
    }

    fn web_bot_auth_directory as "webBotAuthDirectory" (keys: &[u8]) -> String {
        directory(&read_keys(keys)?)
    }

    fn web_bot_auth_read_directory as "webBotAuthReadDirectory" (text: String) -> String {
        directory_to_json(text.as_bytes())
    }

    fn web_bot_auth_card as "webBotAuthCard" (url: String, text: String) -> String {
        card_to_json(&url, text.as_bytes())
    }

    fn web_bot_auth_registry as "webBotAuthRegistry" (text: String) -> String {
        registry_to_json(&text)
    }
}
