//! Escaping of text for XML.

use std::fmt;

/// Text escaped for XML content and for attributes in double quotes. Characters
/// that XML cannot contain become U+FFFD.
pub(super) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => write!(f, "&#{};", u32::from(character))?,
                '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => f.write_str("\u{fffd}")?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn a_reader_of_xml_gets_the_text_back() {
        for text in [
            "",
            "N'",
            "<script>&amp;\"]]>-->",
            "a\tb\r\n",
            "\u{e9}\u{1f426}",
        ] {
            let xml = format!("<a b=\"{0}\">{0}</a>", Escaped(text));
            let document = roxmltree::Document::parse(&xml).unwrap();
            let root = document.root_element();
            assert_eq!(root.attribute("b"), Some(text));
            assert_eq!(root.text().unwrap_or_default(), text);
        }
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        for character in ['\0', '\x1b', '\u{ffff}'] {
            assert_eq!(Escaped(&format!("a{character}b")).to_string(), "a\u{fffd}b");
        }
    }
}
